/** The whole service behind the model's steps: HTTP, and the functions the console and the command line call. */
import { hoursFromSeconds, type Statement } from '@timebank/contract';
import { Refusal } from '../../core/base/refusal.ts';
import { revokeSecret, rotateSecret } from '../../core/partners/credentials.ts';
import { changePartner } from '../../core/partners/provision.ts';
import { changeMemberStatus } from '../../core/people/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../core/people/members/update.ts';
import { readStatement } from '../../core/statements/read-statement.ts';
import { reverseExchange } from '../../modules/members/domain/exchanges/correct.ts';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { erasePersonalData } from '../../modules/members/domain/members/erase.ts';
import { changeCommunity } from '../../modules/office/domain/communities/settings.ts';
import type { CallOptions } from '../call.ts';
import type { TestMember, TestPartner, TestService } from '../harness.ts';
import { answerOf, type Subject } from './compare.ts';
import { type DayTotals, lastFinalTestDay, nextDay, statementText, testDayOf } from './day.ts';
import { callUntilAnswered, untilAnswered } from './patience.ts';
import { createServiceProposals, type ServiceProposals } from './service-proposals.ts';
import { type Caps, type CreditShare, type LedgerStep, type MemberStep, PARTNERS } from './steps.ts';

const NO_SUCH_USER = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';
const NAME = 'Anna Berger';
const ACTOR = 'test';

/** Each act of the office leaves a row in the audit log or the ledger. */
const TRACES = `(select count(*) from audit_log where community_id = $1)
  + (select count(*) from transfers where community_id = $1 and partner_id is null)`;

/** A partner with its token. */
interface Access extends TestPartner {
  revoked: boolean;
  token: string | undefined;
}

/** One community of the service, and what was answered so far. */
interface ServiceLedger {
  readonly service: TestService;
  readonly communityId: number;
  readonly members: readonly TestMember[];
  readonly access: readonly Access[];
  /** `partner reference` → the id of the credit. */
  readonly credits: Map<string, string>;
  /** The credits and reversals that were answered. */
  readonly answered: Set<string>;
  /** Ids, in the order of their recording. */
  readonly exchanges: string[];
  readonly proposals: ServiceProposals;
  upperBalanceSeconds: number | null;
  /** How many rows acts of the office have left. */
  traces: string | undefined;
}

/** A community of its own with two members and three partners. */
export async function createServiceSubject(service: TestService): Promise<Subject> {
  const ledger = await createLedger(service);
  return {
    async step(step) {
      try {
        return await perform(ledger, step);
      } catch (error) {
        if (error instanceof Refusal) return answerOf(error.code, error.fields);
        throw error;
      }
    },
    balances: () => readBalances(ledger),
    proposals: () => ledger.proposals.texts(),
    async wait() {
      // A token lives for an hour. The token of a revoked secret is still sent.
      for (const who of ledger.access) if (!who.revoked) who.token = undefined;
      ledger.traces = await countTraces(service, ledger.communityId);
    },
    statements: () => readFinalStatements(ledger),
  };
}

async function createLedger(service: TestService): Promise<ServiceLedger> {
  const set = <T>(up: () => Promise<T>) => untilAnswered(service, up);
  const { id: communityId } = await set(() => service.createCommunity({ exchangeStepMinutes: 15 }));
  const partners: TestPartner[] = [];
  const members: TestMember[] = [];
  while (partners.length < PARTNERS) partners.push(await set(() => service.createPartner({ communityId })));
  while (members.length < 2) members.push(await set(() => service.createMember({ communityId, name: NAME })));
  const access = partners.map((partner) => ({ ...partner, revoked: false, token: undefined }));
  const exchanges: string[] = [];
  const own: ServiceLedger = {
    ...{ service, communityId, members, access, credits: new Map(), answered: new Set(), exchanges },
    proposals: await createServiceProposals({
      service,
      communityId,
      members,
      exchanges,
      office: (act) => office(own, act),
    }),
    ...{ upperBalanceSeconds: null, traces: await countTraces(service, communityId) },
  };
  return own;
}

async function countTraces(service: TestService, communityId: number): Promise<string | undefined> {
  const [row] = await service.ownerQuery<{ traces: string }>(`select ${TRACES} as traces`, [communityId]);
  return row?.traces;
}

async function perform(ledger: ServiceLedger, step: LedgerStep): Promise<string> {
  const { service, members } = ledger;
  switch (step.do) {
    case 'credit':
      return await credit(ledger, step.member, step);
    case 'together':
      return await together(ledger, step);
    case 'reverse': {
      const path = `/wallet/credits/${creditOf(ledger, step) ?? 'crd_none'}/reversal`;
      return await post(ledger, step.partner, path, { reference: step.reference });
    }
    case 'balance':
      return await read(ledger, step.partner, `/wallet/balance/${members[step.member]?.id ?? NO_SUCH_USER}`);
    case 'statement': {
      const day = nextDay(testDayOf(service.deps.clock.now()), -step.daysAgo);
      return await read(ledger, step.partner, `/wallet/statements/${day}`);
    }
    case 'exchange':
      return await exchange(ledger, step);
    case 'correct':
      return await correct(ledger, step.number);
    case 'caps':
      return await setCaps(ledger, step.caps);
    case 'limits':
      return await setLimits(ledger, step);
    case 'revoke':
      return await revoke(ledger, accessOf(ledger, step.partner));
    case 'renew':
      return await renew(ledger, accessOf(ledger, step.partner));
    case 'propose':
    case 'answer':
    case 'settle':
    case 'listing':
      return await ledger.proposals.step(step);
    default:
      return await changeMemberBy(ledger, step);
  }
}

const accessOf = ({ access }: ServiceLedger, partner: number) => access[partner] as Access;

/** Performs an act of the office; again if the database did not answer, unless it had happened. */
async function office({ service, communityId, traces }: ServiceLedger, act: () => Promise<unknown>): Promise<void> {
  await untilAnswered(service, async (repeated) => {
    if (repeated && (await countTraces(service, communityId)) !== traces) return;
    await act();
  });
}

async function call(ledger: ServiceLedger, partner: number, method: string, path: string, options: CallOptions = {}) {
  const { service } = ledger;
  const who = accessOf(ledger, partner);
  who.token ??= await untilAnswered(service, () => service.token(who));
  return await callUntilAnswered(service, method, path, { token: who.token, ...options });
}

/** Sends a credit or reversal. A repeat is answered as replayed when the first attempt was posted without an answer. */
async function post(
  ledger: ServiceLedger,
  partner: number,
  path: string,
  json: { readonly reference: string },
): Promise<string> {
  const { credits, answered } = ledger;
  const { response, repeated } = await call(ledger, partner, 'POST', path, { json });
  if (response.status >= 400) return answerOf(response.body.error, response.body.errors);
  const isCredit = path === '/wallet/credit';
  if (isCredit) credits.set(`${partner} ${json.reference}`, response.body.data.id);
  const key = `${isCredit ? 'credit' : 'reversal'} ${partner} ${json.reference}`;
  const isNew = response.status === 201 || (repeated && !answered.has(key));
  answered.add(key);
  return isNew ? 'posted' : 'replayed';
}

const creditOf = ({ credits }: ServiceLedger, { poster, back }: Extract<LedgerStep, { do: 'reverse' }>) =>
  [...credits].filter(([key]) => key.startsWith(`${poster} `)).at(-1 - back)?.[1];

function credit(ledger: ServiceLedger, member: number, { partner, seconds, reference }: CreditShare): Promise<string> {
  const userId = ledger.members[member]?.id ?? NO_SUCH_USER;
  const json = { user_id: userId, hours: hoursFromSeconds(seconds), reference };
  return post(ledger, partner, '/wallet/credit', json);
}

async function together(
  ledger: ServiceLedger,
  { member, shares }: Extract<LedgerStep, { do: 'together' }>,
): Promise<string> {
  if (ledger.upperBalanceSeconds === null) {
    return (await Promise.all(shares.map((share) => credit(ledger, member, share)))).join(', ');
  }
  // Under an upper balance the order decides.
  const answers: string[] = [];
  for (const share of shares) answers.push(await credit(ledger, member, share));
  return answers.join(', ');
}

async function read(ledger: ServiceLedger, partner: number, path: string): Promise<string> {
  const { response } = await call(ledger, partner, 'GET', path);
  if (response.status >= 400) return answerOf(response.body.error, response.body.errors);
  const { data } = response.body;
  return path.startsWith('/wallet/balance') ? `${data.balance_seconds} s` : textOfStatement(data);
}

async function exchange(
  ledger: ServiceLedger,
  { provider, receiver, seconds }: Extract<LedgerStep, { do: 'exchange' }>,
): Promise<string> {
  const { service, communityId, members } = ledger;
  const accountOf = (account: number) => members[account]?.id ?? 'chest';
  await office(ledger, () =>
    postExchange(service.deps.database, service.deps.clock, {
      communityId,
      provider: accountOf(provider),
      receiver: accountOf(receiver),
      time: `${seconds / 60} min`,
      serviceDate: '2026-11-19',
      recordedBy: ACTOR,
    }),
  );
  const [newest] = await service.ownerQuery<{ id: string }>(
    `select id from transfers where community_id = $1 and kind = 'exchange' and external_id is null order by id desc limit 1`,
    [communityId],
  );
  ledger.exchanges.push(newest?.id ?? '');
  return 'posted';
}

async function correct(ledger: ServiceLedger, number: number): Promise<string> {
  const { database, clock } = ledger.service.deps;
  const exchangeId = ledger.exchanges[number] ?? '00000000-0000-0000-0000-000000000000';
  const correction = { communityId: ledger.communityId, exchangeId, reason: 'test', recordedBy: ACTOR };
  await office(ledger, () => reverseExchange(database, clock, correction));
  return 'posted';
}

async function setCaps({ service, communityId, access }: ServiceLedger, caps: readonly Caps[]): Promise<string> {
  for (const [at, { memberDay, partnerDay }] of caps.entries()) {
    const act = { communityId, partnerId: access[at]?.partnerId ?? 0, actor: ACTOR };
    const settings = { maxMemberDaySeconds: memberDay, maxPartnerDaySeconds: partnerDay };
    await untilAnswered(service, () => changePartner(service.deps, act, settings));
  }
  return 'done';
}

async function setLimits(
  ledger: ServiceLedger,
  { upper, lower }: Extract<LedgerStep, { do: 'limits' }>,
): Promise<string> {
  const { service, communityId } = ledger;
  const limits = { upperBalanceSeconds: upper, lowerBalanceSeconds: lower };
  await office(ledger, () => changeCommunity(service.deps, { communityId, actor: ACTOR }, limits));
  ledger.upperBalanceSeconds = upper;
  return 'done';
}

async function revoke(ledger: ServiceLedger, who: Access): Promise<string> {
  const { service, communityId } = ledger;
  if (who.revoked) return 'done';
  who.token ??= await untilAnswered(service, () => service.token(who));
  const act = { communityId, partnerId: who.partnerId, actor: ACTOR };
  await office(ledger, () => revokeSecret(service.deps, act, who.credentialId));
  who.revoked = true;
  return 'done';
}

async function renew({ service, communityId }: ServiceLedger, who: Access): Promise<string> {
  if (!who.revoked) return 'done';
  const act = { communityId, partnerId: who.partnerId, actor: ACTOR };
  // Not as one act of the office: a secret that was lost on its way is replaced by the next.
  const issued = await untilAnswered(service, () => rotateSecret(service.deps, act, 0));
  Object.assign(who, issued, { token: undefined, revoked: false });
  return 'done';
}

async function changeMemberBy(ledger: ServiceLedger, step: MemberStep): Promise<string> {
  const { deps } = ledger.service;
  const act = { communityId: ledger.communityId, memberId: ledger.members[step.member]?.uuid ?? '', actor: ACTOR };
  await office(ledger, () => {
    if (step.do === 'erase') return erasePersonalData(deps, act, NAME);
    if (step.do !== 'show') return changeMemberStatus(deps, act, step.do === 'suspend' ? 'suspended' : 'active');
    const { partner, visibility } = step;
    if (partner === null) return changeMember(deps, act, { visibility });
    return choosePartnerVisibility(deps, act, accessOf(ledger, partner).partnerId, visibility);
  });
  return 'done';
}

async function readBalances(ledger: ServiceLedger): Promise<number[]> {
  const rows = await ledger.service.ownerQuery<{ seconds: string; traces: string }>(
    `select credits_seconds - debits_seconds as seconds, ${TRACES} as traces from accounts
     where community_id = $1 and kind in ('member', 'chest') order by kind desc, array_position($2::uuid[], member_id)`,
    [ledger.communityId, ledger.members.map(({ uuid }) => uuid)],
  );
  ledger.traces = rows[0]?.traces;
  return rows.map(({ seconds }) => Number(seconds));
}

async function readFinalStatements({ service, communityId, access }: ServiceLedger): Promise<string[]> {
  const day = lastFinalTestDay(service.deps.clock.now());
  for (const { partnerId } of access) {
    await untilAnswered(service, () => readStatement(service.deps, communityId, partnerId, day));
  }
  const rows = await service.ownerQuery<{ partner: number; day: string } & Record<keyof DayTotals, string>>(
    `select array_position($2::int[], partner_id) - 1 as partner, day::text, opening_seconds as "openingSeconds",
       credits_count as "creditsCount", credits_seconds as "creditsSeconds", reversals_count as "reversalsCount",
       reversals_seconds as "reversalsSeconds", closing_seconds as "closingSeconds"
     from statements where community_id = $1 order by 1, 2`,
    [communityId, access.map(({ partnerId }) => partnerId)],
  );
  return rows.map((row) => `partner ${row.partner} ${statementText(row.day, 'final', row)}`);
}

function textOfStatement({ date, status, opening_seconds, credits, reversals, closing_seconds }: Statement): string {
  return statementText(date, status, {
    openingSeconds: opening_seconds,
    creditsCount: credits.count,
    creditsSeconds: credits.seconds,
    reversalsCount: reversals.count,
    reversalsSeconds: reversals.seconds,
    closingSeconds: closing_seconds,
  });
}
