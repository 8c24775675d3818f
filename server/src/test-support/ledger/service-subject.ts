/** The whole service behind the model's steps: HTTP, and the functions the console and the command line call. */
import { hoursFromSeconds, type Statement } from '@timebank/contract';
import { changeCommunity } from '../../domain/communities/settings.ts';
import { reverseExchange } from '../../domain/exchanges/correct.ts';
import { postExchange } from '../../domain/exchanges/record.ts';
import { erasePersonalData } from '../../domain/members/erase.ts';
import { changeMemberStatus } from '../../domain/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../domain/members/update.ts';
import { revokeSecret, rotateSecret } from '../../domain/partners/credentials.ts';
import { changePartner } from '../../domain/partners/provision.ts';
import { readStatement } from '../../domain/statements/read-statement.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { CallOptions } from '../call.ts';
import type { TestMember, TestPartner, TestService } from '../harness.ts';
import { answerOf, type Subject } from './compare.ts';
import { type DayTotals, lastFinalTestDay, nextDay, statementText, testDayOf } from './day.ts';
import { callUntilAnswered, untilAnswered } from './patience.ts';
import { type CreditShare, type LedgerStep, PARTNERS } from './steps.ts';

const NO_SUCH_USER = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';
const NAME = 'Anna Berger';

/** Each act of the office leaves a row in the audit log or the ledger. */
const TRACES = `(select count(*) from audit_log where community_id = $1)
  + (select count(*) from transfers where community_id = $1 and partner_id is null)`;

/** A community of its own with two members and three partners. */
export async function createServiceSubject(service: TestService): Promise<Subject> {
  const set = <T>(up: () => Promise<T>) => untilAnswered(service, up);
  const { id: communityId } = await set(() => service.createCommunity({ exchangeStepMinutes: 15 }));
  const partners: TestPartner[] = [];
  const members: TestMember[] = [];
  while (partners.length < PARTNERS) partners.push(await set(() => service.createPartner({ communityId })));
  while (members.length < 2) members.push(await set(() => service.createMember({ communityId, name: NAME })));
  return serviceSubject(service, communityId, partners, members);
}

async function serviceSubject(
  service: TestService,
  communityId: number,
  partners: readonly TestPartner[],
  members: readonly TestMember[],
): Promise<Subject> {
  const { deps } = service;
  const { database, clock } = deps;
  const userIds = [...members.map(({ id }) => id), NO_SUCH_USER];
  const accounts = [...members.map(({ id }) => id), 'chest'];
  const access = partners.map((partner) => ({ ...partner, revoked: false, token: undefined as string | undefined }));
  const credits = new Map<string, string>();
  const answered = new Set<string>();
  const exchanges: string[] = [];
  let upper: number | null = null;
  let traces = await countTraces();

  const accessOf = (partner: number) => access[partner] as (typeof access)[number];

  async function countTraces(): Promise<string | undefined> {
    const [row] = await service.ownerQuery<{ traces: string }>(`select ${TRACES} as traces`, [communityId]);
    return row?.traces;
  }

  /** Does what the office does; where no database answered, again, unless it had happened all the same. */
  async function office(act: () => Promise<unknown>): Promise<void> {
    const before = traces;
    await untilAnswered(service, async (repeated) => {
      if (repeated && (await countTraces()) !== before) return;
      await act();
    });
  }

  async function call(partner: number, method: string, path: string, options: CallOptions = {}) {
    const who = accessOf(partner);
    who.token ??= await untilAnswered(service, () => service.token(who));
    return await callUntilAnswered(service, method, path, { token: who.token, ...options });
  }

  /** Sends a credit or reversal. A repeat is answered as replayed when the first attempt was posted unheard. */
  async function post(partner: number, path: string, json: { readonly reference: string }): Promise<string> {
    const { response, repeated } = await call(partner, 'POST', path, { json });
    if (response.status >= 400) return answerOf(response.body.error, response.body.errors);
    const isCredit = path === '/wallet/credit';
    if (isCredit) credits.set(`${partner} ${json.reference}`, response.body.data.id);
    const key = `${isCredit ? 'credit' : 'reversal'} ${partner} ${json.reference}`;
    const isNew = response.status === 201 || (repeated && !answered.has(key));
    answered.add(key);
    return isNew ? 'posted' : 'replayed';
  }

  const creditOf = ({ poster, back }: Extract<LedgerStep, { do: 'reverse' }>) =>
    [...credits].filter(([key]) => key.startsWith(`${poster} `)).at(-1 - back)?.[1];

  const credit = (member: number, { partner, seconds, reference }: CreditShare) =>
    post(partner, '/wallet/credit', {
      ...{ user_id: userIds[member], hours: hoursFromSeconds(seconds) },
      reference,
    });

  async function together({ member, shares }: Extract<LedgerStep, { do: 'together' }>): Promise<string> {
    // Under an upper balance the order decides.
    if (upper === null) return (await Promise.all(shares.map((share) => credit(member, share)))).join(', ');
    const answers: string[] = [];
    for (const share of shares) answers.push(await credit(member, share));
    return answers.join(', ');
  }

  async function read(partner: number, path: string): Promise<string> {
    const { response } = await call(partner, 'GET', path);
    if (response.status >= 400) return answerOf(response.body.error, response.body.errors);
    const { data } = response.body;
    return path.startsWith('/wallet/balance') ? `${data.balance_seconds} s` : tellStatement(data);
  }

  async function perform(step: LedgerStep): Promise<string> {
    const actor = 'test';
    switch (step.do) {
      case 'credit':
        return await credit(step.member, step);
      case 'together':
        return await together(step);
      case 'reverse': {
        const creditId = creditOf(step) ?? 'crd_none';
        return await post(step.partner, `/wallet/credits/${creditId}/reversal`, { reference: step.reference });
      }
      case 'balance':
        return await read(step.partner, `/wallet/balance/${userIds[step.member]}`);
      case 'statement':
        return await read(step.partner, `/wallet/statements/${nextDay(testDayOf(clock.now()), -step.daysAgo)}`);
      case 'exchange': {
        await office(() =>
          postExchange(database, clock, {
            communityId,
            provider: accounts[step.provider] ?? '',
            receiver: accounts[step.receiver] ?? '',
            time: `${step.seconds / 60} min`,
            serviceDate: '2026-11-19',
            recordedBy: 'test',
          }),
        );
        exchanges.push(await newestExchange());
        return 'posted';
      }
      case 'correct': {
        const exchangeId = exchanges[step.number] ?? '00000000-0000-0000-0000-000000000000';
        const correction = { communityId, exchangeId, reason: 'test', recordedBy: 'test' };
        await office(() => reverseExchange(database, clock, correction));
        return 'posted';
      }
      case 'caps': {
        for (const [at, { memberDay, partnerDay }] of step.caps.entries()) {
          const { partnerId } = accessOf(at);
          const caps = { maxMemberDaySeconds: memberDay, maxPartnerDaySeconds: partnerDay };
          await untilAnswered(service, () => changePartner(deps, { communityId, partnerId, actor }, caps));
        }
        return 'done';
      }
      case 'limits': {
        const limits = { upperBalanceSeconds: step.upper, lowerBalanceSeconds: step.lower };
        await office(() => changeCommunity(deps, { communityId, actor }, limits));
        upper = step.upper;
        return 'done';
      }
      case 'revoke':
      case 'renew': {
        const who = accessOf(step.partner);
        const act = { communityId, partnerId: who.partnerId, actor };
        if (who.revoked === (step.do === 'revoke')) return 'done';
        if (step.do === 'revoke') {
          who.token ??= await untilAnswered(service, () => service.token(who));
          await office(() => revokeSecret(deps, act, who.credentialId));
        } else {
          // Not as one act of the office: a secret that was lost on its way is replaced by the next.
          const issued = await untilAnswered(service, () => rotateSecret(deps, act, 0));
          Object.assign(who, issued, { token: undefined });
        }
        who.revoked = step.do === 'revoke';
        return 'done';
      }
      case 'show':
      case 'suspend':
      case 'activate':
      case 'erase': {
        const act = { communityId, memberId: members[step.member]?.uuid ?? '', actor };
        await office(() => {
          if (step.do === 'erase') return erasePersonalData(deps, act, NAME);
          if (step.do !== 'show') {
            return changeMemberStatus(deps, act, step.do === 'suspend' ? 'suspended' : 'active');
          }
          const { visibility } = step;
          if (step.partner === null) return changeMember(deps, act, { visibility });
          return choosePartnerVisibility(deps, act, accessOf(step.partner).partnerId, visibility);
        });
        return 'done';
      }
    }
  }

  async function newestExchange(): Promise<string> {
    const [row] = await service.ownerQuery<{ id: string }>(
      `select id from transfers where community_id = $1 and kind = 'exchange' order by id desc limit 1`,
      [communityId],
    );
    return row?.id ?? '';
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
      const rows = await service.ownerQuery<{ seconds: string; traces: string }>(
        `select credits_seconds - debits_seconds as seconds, ${TRACES} as traces from accounts
         where community_id = $1 and kind in ('member', 'chest') order by kind desc, array_position($2::uuid[], member_id)`,
        [communityId, members.map(({ uuid }) => uuid)],
      );
      traces = rows[0]?.traces;
      return rows.map(({ seconds }) => Number(seconds));
    },
    wait() {
      // A token lives for an hour. What is left of a revoked secret is asked for all the same.
      for (const who of access) if (!who.revoked) who.token = undefined;
    },
    async statements() {
      const day = lastFinalTestDay(clock.now());
      for (const { partnerId } of partners) {
        await untilAnswered(service, () => readStatement(deps, communityId, partnerId, day));
      }
      const rows = await service.ownerQuery<{ partner: number; day: string } & Record<keyof DayTotals, string>>(
        `select array_position($2::int[], partner_id) - 1 as partner, day::text, opening_seconds as "openingSeconds",
           credits_count as "creditsCount", credits_seconds as "creditsSeconds", reversals_count as "reversalsCount",
           reversals_seconds as "reversalsSeconds", closing_seconds as "closingSeconds"
         from statements where community_id = $1 order by 1, 2`,
        [communityId, partners.map(({ partnerId }) => partnerId)],
      );
      return rows.map((row) => `partner ${row.partner} ${statementText(row.day, 'final', row)}`);
    },
  };
}

function tellStatement({ date, status, opening_seconds, credits, reversals, closing_seconds }: Statement): string {
  return statementText(date, status, {
    openingSeconds: opening_seconds,
    creditsCount: credits.count,
    creditsSeconds: credits.seconds,
    reversalsCount: reversals.count,
    reversalsSeconds: reversals.seconds,
    closingSeconds: closing_seconds,
  });
}
