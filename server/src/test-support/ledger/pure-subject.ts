/** The pure rules of the ledger behind the model's steps. */
import { accountKey, decide, type LedgerState, memberKey, partnerKey } from '../../ledger/decide.ts';
import type { TransferRequest } from '../../ledger/types.ts';
import { answerOf, type Subject } from './compare.ts';
import type { Step } from './steps.ts';

const COMMUNITY = 1;
const PARTNER = 5;
const ACCOUNTS = [10, 11, 12] as const;
const SETTLEMENT = 1;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const MEMBERS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b', NOBODY] as const;

export function createPureSubject(): Subject {
  const partner = {
    settlementAccountId: SETTLEMENT,
    maxCreditSeconds: 3_600_000,
    maxMemberDaySeconds: null as number | null,
    maxPartnerDaySeconds: null as number | null,
    creditedTodaySeconds: 0,
  };
  const community = {
    upperBalanceSeconds: null as number | null,
    lowerBalanceSeconds: null as number | null,
    exchangeStepMinutes: 15,
  };
  const eligible = [true, true];
  const state: LedgerState = {
    now: new Date('2026-11-20T09:30:00.000Z'),
    bookedOn: '2026-11-20',
    communities: new Map([[COMMUNITY, community]]),
    accounts: new Map(
      [SETTLEMENT, ...ACCOUNTS].map((id) => {
        const kind = id === SETTLEMENT ? 'settlement' : id === 12 ? 'chest' : 'member';
        return [accountKey(COMMUNITY, id), { kind, balanceSeconds: 0, lowerBalanceSeconds: null }];
      }),
    ),
    partners: new Map([[partnerKey(COMMUNITY, PARTNER), partner]]),
    members: new Map(
      [0, 1].map((at) => [
        memberKey(COMMUNITY, PARTNER, MEMBERS[at] ?? ''),
        {
          accountId: ACCOUNTS[at] ?? 0,
          get eligible() {
            return eligible[at] ?? false;
          },
          creditedTodaySeconds: 0,
        },
      ]),
    ),
    transfers: new Map(),
    references: new Map(),
  };
  const credits = new Map<string, string>();
  const exchanges: string[] = [];
  let locked = false;
  let ids = 0;
  const nextId = () => `00000000-0000-7000-9000-${String(++ids).padStart(12, '0')}`;

  function post(request: TransferRequest): string {
    const outcome = decide(state, request);
    if (outcome.result === 'refused') return answerOf(outcome.code, outcome.fields);
    if (request.kind === 'credit' && outcome.credit) credits.set(request.reference, outcome.credit.transfer.id);
    if (request.kind === 'exchange') exchanges.push(request.id);
    return outcome.result;
  }

  function requestOf(step: Step): TransferRequest | string {
    const common = { communityId: COMMUNITY, id: nextId(), recordedBy: 'test' };
    if (step.do === 'credit') {
      const { reference, seconds, member } = step;
      const memberId = MEMBERS[member] ?? '';
      return { ...common, kind: 'credit', partnerId: PARTNER, memberId, amountSeconds: seconds, reference, note: null };
    }
    if (step.do === 'reverse') {
      const creditId = credits.get(step.of) ?? NOBODY;
      const { reference } = step;
      return { ...common, kind: 'credit_reversal', partnerId: PARTNER, creditId, reference, reason: null };
    }
    if (step.do === 'exchange') {
      // Whether a member is active is looked up before the ledger is asked.
      const active = [step.provider, step.receiver].every((at) => eligible[at] ?? true);
      if (!active) return 'validation_failed not_active';
      return {
        ...common,
        kind: 'exchange',
        providerAccountId: ACCOUNTS[step.provider] ?? 0,
        receiverAccountId: ACCOUNTS[step.receiver] ?? 0,
        amountSeconds: step.seconds,
        serviceDate: '2026-11-19',
        listingId: null,
        externalId: null,
        note: null,
        limited: true,
      };
    }
    if (step.do === 'correct') {
      const exchangeId = exchanges[step.number] ?? NOBODY;
      return { ...common, kind: 'exchange_reversal', exchangeId, reason: null };
    }
    if (step.do === 'caps') {
      partner.maxMemberDaySeconds = step.memberDay;
      partner.maxPartnerDaySeconds = step.partnerDay;
      community.upperBalanceSeconds = step.upper;
      community.lowerBalanceSeconds = step.lower;
    } else if (step.do === 'suspend' || step.do === 'activate') {
      eligible[step.member] = step.do === 'activate';
    } else {
      locked = step.do === 'revoke';
    }
    return 'done';
  }

  return {
    async step(step) {
      if (locked && (step.do === 'credit' || step.do === 'reverse')) return 'invalid_token';
      const request = requestOf(step);
      return typeof request === 'string' ? request : post(request);
    },
    async balances() {
      return ACCOUNTS.map((id) => state.accounts.get(accountKey(COMMUNITY, id))?.balanceSeconds ?? 0);
    },
  };
}
