/** The pure rules of the ledger behind the model's steps. */
import {
  accountKey,
  decide,
  type LedgerState,
  memberKey,
  type PartnerState,
  partnerKey,
} from '../../core/ledger/decide.ts';
import type { Transfer, TransferRequest } from '../../core/ledger/types.ts';
import { answerOf, type Subject } from './compare.ts';
import { finalStatements, nextDay, statementLine, testDayOf } from './day.ts';
import { changeStanding, createCommunity, isActive, sees } from './standing.ts';
import { type CreditShare, type LedgerStep, PARTNERS } from './steps.ts';

const COMMUNITY = 1;
const ACCOUNTS = [10, 11, 12] as const;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const MEMBERS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b', NOBODY] as const;

/** The fields of every request. */
const COMMON = { communityId: COMMUNITY, recordedBy: 'test' };

type Account = LedgerState['accounts'] extends Map<string, infer State> ? State : never;

/** The state of the rules, the values in it that steps change, and what was answered so far. */
interface PureLedger {
  state: LedgerState;
  readonly community: ReturnType<typeof newCommunity>;
  readonly partners: readonly ReturnType<typeof newPartner>[];
  readonly members: readonly { readonly key: string; creditedTodaySeconds: number }[];
  readonly standing: ReturnType<typeof createCommunity>;
  readonly posted: Transfer[];
  /** `partner reference` → the id of the credit. */
  readonly credits: Map<string, string>;
  /** Ids, in the order of their recording. */
  readonly exchanges: string[];
  /** Partners without a secret. */
  readonly locked: Set<number>;
}

export function createPureSubject(start: Date): Subject {
  const ledger = createLedger(start);
  return {
    step: async (step) => perform(ledger, step),
    proposals: async () => [],
    async wait(now) {
      if (testDayOf(now) !== ledger.state.bookedOn) {
        for (const each of [...ledger.partners, ...ledger.members]) each.creditedTodaySeconds = 0;
      }
      ledger.state = { ...ledger.state, now, bookedOn: testDayOf(now) };
    },
    balances: async () => [0, 1, 2].map((account) => balanceOf(ledger, account)),
    statements: async () => finalStatements(bookingsOf(ledger), start, ledger.state.now),
  };
}

const newCommunity = () => ({
  upperBalanceSeconds: null as number | null,
  lowerBalanceSeconds: null as number | null,
  exchangeStepMinutes: 15,
});

const newPartner = (partner: number) => ({
  settlementAccountId: partner,
  maxCreditSeconds: 3_600_000,
  maxMemberDaySeconds: null as number | null,
  maxPartnerDaySeconds: null as number | null,
  creditedTodaySeconds: 0,
});

const newAccount = (id: number, kind: Account['kind']): [string, Account] => [
  accountKey(COMMUNITY, id),
  { kind, balanceSeconds: 0, lowerBalanceSeconds: null },
];

function createLedger(start: Date): PureLedger {
  const community = newCommunity();
  const partners = Array.from({ length: PARTNERS }, (_, partner) => newPartner(partner));
  const standing = createCommunity();
  const members = partners.flatMap((_, partner) =>
    [0, 1].map((at) => ({
      key: memberKey(COMMUNITY, partner, MEMBERS[at] ?? ''),
      accountId: ACCOUNTS[at] ?? 0,
      get eligible() {
        return sees(standing, partner, at);
      },
      creditedTodaySeconds: 0,
    })),
  );
  let ids = 0;
  const state: LedgerState = {
    now: start,
    newId: () => `00000000-0000-7000-9000-${String(++ids).padStart(12, '0')}`,
    bookedOn: testDayOf(start),
    communities: new Map([[COMMUNITY, community]]),
    accounts: new Map([
      ...partners.map(({ settlementAccountId }) => newAccount(settlementAccountId, 'settlement')),
      ...ACCOUNTS.map((id) => newAccount(id, id === 12 ? 'chest' : 'member')),
    ]),
    partners: new Map<string, PartnerState>(partners.map((each, partner) => [partnerKey(COMMUNITY, partner), each])),
    members: new Map(members.map((member) => [member.key, member])),
    transfers: new Map(),
    references: new Map(),
    bookedByInbox: new Set(),
    corrected: new Set(),
  };
  return {
    ...{ state, community, partners, members, standing },
    ...{ posted: [], credits: new Map(), exchanges: [], locked: new Set() },
  };
}

function perform(ledger: PureLedger, step: LedgerStep): string {
  switch (step.do) {
    case 'credit':
      return credit(ledger, step.member, step);
    case 'together':
      return step.shares.map((share) => credit(ledger, step.member, share)).join(', ');
    case 'reverse':
      return reverse(ledger, step);
    case 'balance':
    case 'statement':
      return ledger.locked.has(step.partner) ? 'invalid_token' : read(ledger, step);
    case 'exchange':
      return exchange(ledger, step);
    case 'correct': {
      const exchangeId = ledger.exchanges[step.number] ?? NOBODY;
      return post(ledger, { ...COMMON, kind: 'exchange_reversal', exchangeId, reason: null });
    }
    case 'caps':
      for (const [at, { memberDay, partnerDay }] of step.caps.entries()) {
        Object.assign(ledger.partners[at] ?? {}, { maxMemberDaySeconds: memberDay, maxPartnerDaySeconds: partnerDay });
      }
      return 'done';
    case 'limits':
      ledger.community.upperBalanceSeconds = step.upper;
      ledger.community.lowerBalanceSeconds = step.lower;
      return 'done';
    case 'revoke':
      ledger.locked.add(step.partner);
      return 'done';
    case 'renew':
      ledger.locked.delete(step.partner);
      return 'done';
    case 'propose':
    case 'answer':
    case 'settle':
    case 'listing':
      throw new Error('the ledger alone knows no hours of two');
    default:
      return changeStanding(ledger.standing, step);
  }
}

function post(ledger: PureLedger, request: TransferRequest): string {
  const outcome = decide(ledger.state, request);
  if (outcome.result === 'refused') return answerOf(outcome.code, outcome.fields);
  if (outcome.result === 'posted') ledger.posted.push(outcome.transfer);
  if (request.kind === 'credit' && outcome.credit) {
    ledger.credits.set(`${request.partnerId} ${request.reference}`, outcome.credit.transfer.id);
  }
  if (request.kind === 'exchange' && outcome.result === 'posted') ledger.exchanges.push(outcome.transfer.id);
  return outcome.result;
}

function credit(ledger: PureLedger, member: number, { partner: partnerId, seconds, reference }: CreditShare): string {
  if (ledger.locked.has(partnerId)) return 'invalid_token';
  const memberId = MEMBERS[member] ?? '';
  const amount = { amountSeconds: seconds, reference, note: null };
  return post(ledger, { ...COMMON, kind: 'credit', partnerId, memberId, ...amount });
}

function reverse(ledger: PureLedger, step: Extract<LedgerStep, { do: 'reverse' }>): string {
  const { partner: partnerId, poster, back, reference } = step;
  if (ledger.locked.has(partnerId)) return 'invalid_token';
  const credits = [...ledger.credits].filter(([key]) => key.startsWith(`${poster} `));
  const creditId = credits.at(-1 - back)?.[1] ?? NOBODY;
  return post(ledger, { ...COMMON, kind: 'credit_reversal', partnerId, creditId, reference, reason: null });
}

function read(ledger: PureLedger, step: Extract<LedgerStep, { do: 'balance' | 'statement' }>): string {
  const { standing, state } = ledger;
  if (step.do === 'balance') {
    return sees(standing, step.partner, step.member) ? `${balanceOf(ledger, step.member)} s` : 'user_not_found';
  }
  if (step.daysAgo < 0) return 'statement_not_found';
  return statementLine(bookingsOf(ledger), step.partner, nextDay(state.bookedOn, -step.daysAgo), state.now);
}

function exchange(ledger: PureLedger, step: Extract<LedgerStep, { do: 'exchange' }>): string {
  const { standing } = ledger;
  // Whether a member is active is looked up before the ledger is asked.
  if (!isActive(standing, step.provider) || !isActive(standing, step.receiver)) return 'validation_failed not_active';
  return post(ledger, {
    ...COMMON,
    kind: 'exchange',
    providerAccountId: ACCOUNTS[step.provider] ?? 0,
    receiverAccountId: ACCOUNTS[step.receiver] ?? 0,
    amountSeconds: step.seconds,
    ...{ serviceDate: '2026-11-19', externalId: null, listingId: null, note: null },
    limited: true,
  });
}

/** The credits and reversals that were posted. */
const bookingsOf = ({ posted }: PureLedger) =>
  posted.flatMap(({ partnerId, bookedOn: day, kind, amountSeconds: seconds }) =>
    partnerId !== null && (kind === 'credit' || kind === 'credit_reversal')
      ? [{ partner: partnerId, day, kind, seconds }]
      : [],
  );

const balanceOf = ({ state }: PureLedger, account: number) =>
  state.accounts.get(accountKey(COMMUNITY, ACCOUNTS[account] ?? 0))?.balanceSeconds ?? 0;
