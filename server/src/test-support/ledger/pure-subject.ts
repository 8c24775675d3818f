/** The pure rules of the ledger behind the model's steps. */
import {
  accountKey,
  decide,
  type LedgerState,
  memberKey,
  type PartnerState,
  partnerKey,
} from '../../domain/ledger/decide.ts';
import type { Transfer, TransferRequest } from '../../domain/ledger/types.ts';
import { answerOf, type Subject } from './compare.ts';
import { finalStatements, nextDay, statementLine, testDayOf } from './day.ts';
import { changeStanding, createCommunity, isActive, sees } from './standing.ts';
import { type CreditShare, type LedgerStep, PARTNERS } from './steps.ts';

const COMMUNITY = 1;
const ACCOUNTS = [10, 11, 12] as const;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const MEMBERS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b', NOBODY] as const;

type Account = LedgerState['accounts'] extends Map<string, infer State> ? State : never;

export function createPureSubject(start: Date): Subject {
  const community = {
    upperBalanceSeconds: null as number | null,
    lowerBalanceSeconds: null as number | null,
    exchangeStepMinutes: 15,
  };
  const partners = Array.from({ length: PARTNERS }, (_, partner) => ({
    settlementAccountId: partner,
    maxCreditSeconds: 3_600_000,
    maxMemberDaySeconds: null as number | null,
    maxPartnerDaySeconds: null as number | null,
    creditedTodaySeconds: 0,
  }));
  const standing = createCommunity();
  const accountOf = (id: number, kind: Account['kind']): [string, Account] => [
    accountKey(COMMUNITY, id),
    { kind, balanceSeconds: 0, lowerBalanceSeconds: null },
  ];
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
  let state: LedgerState = {
    now: start,
    newId: () => `00000000-0000-7000-9000-${String(++ids).padStart(12, '0')}`,
    bookedOn: testDayOf(start),
    communities: new Map([[COMMUNITY, community]]),
    accounts: new Map([
      ...partners.map(({ settlementAccountId }) => accountOf(settlementAccountId, 'settlement')),
      ...ACCOUNTS.map((id) => accountOf(id, id === 12 ? 'chest' : 'member')),
    ]),
    partners: new Map<string, PartnerState>(partners.map((each, partner) => [partnerKey(COMMUNITY, partner), each])),
    members: new Map(members.map((member) => [member.key, member])),
    transfers: new Map(),
    references: new Map(),
    corrected: new Set(),
  };
  const posted: Transfer[] = [];
  const credits = new Map<string, string>();
  const exchanges: string[] = [];
  const locked = new Set<number>();

  function post(request: TransferRequest): string {
    const outcome = decide(state, request);
    if (outcome.result === 'refused') return answerOf(outcome.code, outcome.fields);
    if (outcome.result === 'posted') posted.push(outcome.transfer);
    if (request.kind === 'credit' && outcome.credit) {
      credits.set(`${request.partnerId} ${request.reference}`, outcome.credit.transfer.id);
    }
    if (request.kind === 'exchange' && outcome.result === 'posted') exchanges.push(outcome.transfer.id);
    return outcome.result;
  }

  const creditOf = ({ poster, back }: Extract<LedgerStep, { do: 'reverse' }>) =>
    [...credits].filter(([key]) => key.startsWith(`${poster} `)).at(-1 - back)?.[1];

  const common = () => ({ communityId: COMMUNITY, recordedBy: 'test' });

  function credit(member: number, { partner: partnerId, seconds, reference }: CreditShare): string {
    if (locked.has(partnerId)) return 'invalid_token';
    const memberId = MEMBERS[member] ?? '';
    return post({ ...common(), kind: 'credit', partnerId, memberId, amountSeconds: seconds, reference, note: null });
  }

  function exchange({ provider, receiver, seconds }: Extract<LedgerStep, { do: 'exchange' }>): string {
    // Whether a member is active is looked up before the ledger is asked.
    if (!isActive(standing, provider) || !isActive(standing, receiver)) return 'validation_failed not_active';
    return post({
      ...common(),
      kind: 'exchange',
      providerAccountId: ACCOUNTS[provider] ?? 0,
      receiverAccountId: ACCOUNTS[receiver] ?? 0,
      amountSeconds: seconds,
      serviceDate: '2026-11-19',
      listingId: null,
      externalId: null,
      note: null,
      limited: true,
    });
  }

  const bookings = () =>
    posted.flatMap(({ partnerId, bookedOn: day, kind, amountSeconds: seconds }) =>
      partnerId !== null && (kind === 'credit' || kind === 'credit_reversal')
        ? [{ partner: partnerId, day, kind, seconds }]
        : [],
    );
  const balanceOf = (account: number) =>
    state.accounts.get(accountKey(COMMUNITY, ACCOUNTS[account] ?? 0))?.balanceSeconds ?? 0;

  function perform(step: LedgerStep): string {
    switch (step.do) {
      case 'credit':
        return credit(step.member, step);
      case 'together':
        return step.shares.map((share) => credit(step.member, share)).join(', ');
      case 'reverse': {
        if (locked.has(step.partner)) return 'invalid_token';
        const creditId = creditOf(step) ?? NOBODY;
        const { partner: partnerId, reference } = step;
        return post({ ...common(), kind: 'credit_reversal', partnerId, creditId, reference, reason: null });
      }
      case 'balance':
        if (locked.has(step.partner)) return 'invalid_token';
        return sees(standing, step.partner, step.member) ? `${balanceOf(step.member)} s` : 'user_not_found';
      case 'statement':
        if (locked.has(step.partner)) return 'invalid_token';
        if (step.daysAgo < 0) return 'statement_not_found';
        return statementLine(bookings(), step.partner, nextDay(state.bookedOn, -step.daysAgo), state.now);
      case 'exchange':
        return exchange(step);
      case 'correct': {
        const exchangeId = exchanges[step.number] ?? NOBODY;
        return post({ ...common(), kind: 'exchange_reversal', exchangeId, reason: null });
      }
      case 'caps':
        for (const [at, { memberDay, partnerDay }] of step.caps.entries()) {
          Object.assign(partners[at] ?? {}, { maxMemberDaySeconds: memberDay, maxPartnerDaySeconds: partnerDay });
        }
        return 'done';
      case 'limits':
        community.upperBalanceSeconds = step.upper;
        community.lowerBalanceSeconds = step.lower;
        return 'done';
      case 'revoke':
        locked.add(step.partner);
        return 'done';
      case 'renew':
        locked.delete(step.partner);
        return 'done';
      default:
        return changeStanding(standing, step);
    }
  }

  return {
    step: async (step) => perform(step),
    wait(now) {
      if (testDayOf(now) !== state.bookedOn) {
        for (const each of [...partners, ...members]) each.creditedTodaySeconds = 0;
      }
      state = { ...state, now, bookedOn: testDayOf(now) };
    },
    balances: async () => [0, 1, 2].map(balanceOf),
    statements: async () => finalStatements(bookings(), start, state.now),
  };
}
