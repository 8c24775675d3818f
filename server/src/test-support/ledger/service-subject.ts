/** The whole service behind the model's steps: HTTP, and the functions the command line calls. */
import { hoursFromSeconds } from '@timebank/contract';
import { updateCommunity } from '../../communities/settings.ts';
import { correctExchange } from '../../exchanges/correct.ts';
import { recordExchange } from '../../exchanges/record.ts';
import { setMemberStatus } from '../../members/status.ts';
import { issueCredential, revokeCredential } from '../../partners/credentials.ts';
import { updatePartner } from '../../partners/provision.ts';
import { Refusal } from '../../refusal.ts';
import type { TestResponse } from '../call.ts';
import type { TestService } from '../harness.ts';
import { answerOf, type Subject } from './compare.ts';
import type { Step } from './steps.ts';

const NO_SUCH_USER = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';

/** A community of its own with two members and a partner. */
export async function createServiceSubject(service: TestService): Promise<Subject> {
  const { database, clock } = service.deps;
  const community = await service.createCommunity({ exchangeStepMinutes: 15 });
  const communityId = community.id;
  const [partner, ...members] = await Promise.all([
    service.createPartner({ communityId }),
    service.createMember({ communityId }),
    service.createMember({ communityId }),
  ]);
  const userIds = [...members.map(({ id }) => id), NO_SUCH_USER];
  const accounts = [...members.map(({ id }) => id), 'chest'];
  const act = { communityId, partnerId: partner.partnerId, actor: 'test' };
  const credits = new Map<string, string>();
  const exchanges: string[] = [];
  let { credentialId, clientSecret } = partner;
  let revoked = false;
  let token = await service.token(partner);

  function answerOfResponse(response: TestResponse, reference?: string): string {
    if (response.status >= 400) return answerOf(response.body.error, response.body.errors);
    if (reference !== undefined) credits.set(reference, response.body.data.id);
    return response.status === 201 ? 'posted' : 'replayed';
  }

  async function changeStatus(member: number, status: 'active' | 'suspended'): Promise<void> {
    const memberId = members[member]?.uuid ?? '';
    await database.transaction((transaction) =>
      setMemberStatus(transaction, communityId, memberId, status, clock.now()),
    );
  }

  async function perform(step: Step): Promise<string> {
    switch (step.do) {
      case 'credit': {
        const { reference } = step;
        const json = { user_id: userIds[step.member], hours: hoursFromSeconds(step.seconds), reference };
        return answerOfResponse(await service.call('POST', '/wallet/credit', { token, json }), reference);
      }
      case 'reverse': {
        const path = `/wallet/credits/${credits.get(step.of) ?? 'crd_none'}/reversal`;
        return answerOfResponse(await service.call('POST', path, { token, json: { reference: step.reference } }));
      }
      case 'exchange': {
        const transfer = await recordExchange(database, clock, {
          communityId,
          provider: accounts[step.provider] ?? '',
          receiver: accounts[step.receiver] ?? '',
          time: `${step.seconds / 60} min`,
          serviceDate: '2026-11-19',
          recordedBy: 'test',
        });
        exchanges.push(transfer.id);
        return 'posted';
      }
      case 'correct': {
        const exchangeId = exchanges[step.number] ?? '00000000-0000-0000-0000-000000000000';
        await correctExchange(database, clock, { communityId, exchangeId, reason: 'test', recordedBy: 'test' });
        return 'posted';
      }
      case 'caps':
        await updatePartner(database, clock, act, {
          maxMemberDaySeconds: step.memberDay,
          maxPartnerDaySeconds: step.partnerDay,
        });
        await updateCommunity(database, clock, act, {
          upperBalanceSeconds: step.upper,
          lowerBalanceSeconds: step.lower,
        });
        return 'done';
      case 'suspend':
        await changeStatus(step.member, 'suspended');
        return 'done';
      case 'activate':
        await changeStatus(step.member, 'active');
        return 'done';
      case 'revoke':
        if (!revoked) await revokeCredential(database, clock, act, credentialId);
        revoked = true;
        return 'done';
      case 'renew':
        if (!revoked) return 'done';
        ({ credentialId, clientSecret } = await issueCredential(database, clock, act));
        token = await service.token({ ...partner, clientSecret });
        revoked = false;
        return 'done';
    }
  }

  return {
    async step(step) {
      try {
        return await perform(step);
      } catch (error) {
        if (error instanceof Refusal) return answerOf(error.code, error.fields);
        throw error;
      }
    },
    async balances() {
      const rows = await service.ownerQuery<{ seconds: string }>(
        `select credits_seconds - debits_seconds as seconds from accounts
         where community_id = $1 and kind in ('member', 'chest') order by kind desc, array_position($2::uuid[], member_id)`,
        [communityId, members.map(({ uuid }) => uuid)],
      );
      return rows.map(({ seconds }) => Number(seconds));
    },
  };
}
