import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AccountState,
  accountKey,
  decide,
  type LedgerState,
  memberKey,
  partnerKey,
  transferKey,
} from './decide.ts';
import type { CreditPosting } from './types.ts';

const SETTLEMENT = 1;
const LISTING = '00000000-0000-7000-8000-00000000000c';
const MEMBERS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'] as const;
let id = 0;
const nextId = () => `00000000-0000-7000-9000-${String(++id).padStart(12, '0')}`;

function stateWith(caps: { member?: number; partner?: number; upper?: number } = {}): LedgerState {
  const now = new Date('2026-11-20T09:30:00.000Z');
  return {
    now,
    newId: nextId,
    bookedOn: '2026-11-20',
    communities: new Map([
      [1, { upperBalanceSeconds: caps.upper ?? null, lowerBalanceSeconds: -90_000, exchangeStepMinutes: 15 }],
    ]),
    accounts: new Map([
      [accountKey(1, SETTLEMENT), { kind: 'settlement', balanceSeconds: 0, lowerBalanceSeconds: null }],
      [accountKey(1, 10), { kind: 'member', balanceSeconds: 0, lowerBalanceSeconds: null }],
      [accountKey(1, 11), { kind: 'member', balanceSeconds: 0, lowerBalanceSeconds: null }],
    ]),
    partners: new Map([
      [
        partnerKey(1, 5),
        {
          settlementAccountId: SETTLEMENT,
          maxCreditSeconds: 3_600_000,
          maxMemberDaySeconds: caps.member ?? null,
          maxPartnerDaySeconds: caps.partner ?? null,
          creditedTodaySeconds: 0,
        },
      ],
    ]),
    members: new Map(
      MEMBERS.map((member, at) => [
        memberKey(1, 5, member),
        { accountId: 10 + at, eligible: true, creditedTodaySeconds: 0 },
      ]),
    ),
    transfers: new Map(),
    references: new Map(),
    bookedByInbox: new Set(),
    corrected: new Set(),
  };
}

const credit = (reference: string, amountSeconds: number, memberId: string = MEMBERS[0]): CreditPosting => ({
  kind: 'credit',
  communityId: 1,
  partnerId: 5,
  memberId,
  amountSeconds,
  reference,
  note: null,
  recordedBy: 'partner:5',
});

test('the balances add up to zero after any sequence of requests', () => {
  const arbitrary = fc.array(
    fc.record({
      reference: fc.constantFrom('a', 'A', 'b', 'c', 'd'),
      amount: fc.integer({ min: 1, max: 5 }).map((n) => n * 3600),
      member: fc.constantFrom(...MEMBERS),
      reverse: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(arbitrary, (steps) => {
      const state = stateWith({ partner: 36_000, upper: 20_000 });
      for (const step of steps) {
        const outcome = decide(state, credit(step.reference, step.amount, step.member));
        if (step.reverse && outcome.result !== 'refused' && outcome.credit) {
          const creditId = outcome.credit.transfer.id;
          const common = { communityId: 1, partnerId: 5, reason: null, recordedBy: 'partner:5' };
          decide(state, { kind: 'credit_reversal', creditId, reference: step.reference, ...common });
        }
        const balances = [...state.accounts.values()].map((account) => account.balanceSeconds);
        assert.equal(
          balances.reduce((sum, balance) => sum + balance, 0),
          0,
        );
      }
      assert.ok((state.partners.get(partnerKey(1, 5))?.creditedTodaySeconds ?? 0) <= 36_000);
    }),
  );
});

test('references differing only by case are two transfers', () => {
  const state = stateWith();
  assert.equal(decide(state, credit('AB-1', 3600)).result, 'posted');
  assert.equal(decide(state, credit('ab-1', 3600)).result, 'posted');
});

test('a cap refuses exactly what passes it, names what is left and when it resets', () => {
  const state = stateWith({ member: 36_000 });
  assert.equal(decide(state, credit('a', 32_400)).result, 'posted');
  const refused = decide(state, credit('b', 3636));
  assert.ok(refused.result === 'refused');
  assert.equal(refused.code, 'limit_exceeded');
  assert.deepEqual(
    refused.fields?.map(({ field, code }) => [field, code]),
    [['hours', 'max_member_day_hours']],
  );
  assert.match(refused.description, /leaves 1 h\. It resets at 2026-11-21T00:00:00\.000Z/);
  assert.equal(decide(state, credit('b', 3600)).result, 'posted');
});

const exchange = (
  state: LedgerState,
  providerAccountId: number,
  receiverAccountId: number,
  amountSeconds: number,
  kind: 'exchange' | 'gift' = 'exchange',
) =>
  decide(state, {
    ...{ kind, communityId: 1, providerAccountId, receiverAccountId, amountSeconds },
    ...{ serviceDate: '2026-11-19', listingId: LISTING, externalId: 'E-1', note: null },
    ...{ recordedBy: 'administrator:1', limited: true },
  });

function addAccount(state: LedgerState, id: number, kind: AccountState['kind'], balanceSeconds = 0): void {
  state.accounts.set(accountKey(1, id), { kind, balanceSeconds, lowerBalanceSeconds: null });
}

test('an exchange keeps to the step and to the lower limit of the receiver', () => {
  const state = stateWith();
  const wrongStep = exchange(state, 10, 11, 600);
  assert.ok(wrongStep.result === 'refused' && wrongStep.fields?.[0]?.code === 'wrong_step');
  assert.equal(exchange(state, 10, 11, 90_000).result, 'posted');
  const belowLimit = exchange(state, 10, 11, 900);
  assert.ok(belowLimit.result === 'refused' && belowLimit.fields?.[0]?.code === 'lower_balance');
});

test('the upper limit binds a member that provides; an organisation and the chest may pass it', () => {
  const state = stateWith({ upper: 3600 });
  addAccount(state, 20, 'organisation', 3600);
  addAccount(state, 21, 'chest', 3600);
  assert.equal(exchange(state, 10, 11, 3600).result, 'posted');
  const above = exchange(state, 10, 11, 900);
  assert.ok(above.result === 'refused' && above.fields?.[0]?.code === 'upper_balance');
  for (const provider of [20, 21]) {
    assert.equal(exchange(state, provider, 11, 900).result, 'posted');
    assert.equal(state.accounts.get(accountKey(1, provider))?.balanceSeconds, 4500);
  }
});

test('an opening balance is taken back once and the way it came, also a debt; no other transfer is', () => {
  const state = stateWith();
  addAccount(state, 22, 'opening');
  const request = { communityId: 1, recordedBy: 'administrator:1' } as const;
  for (const [accountId, balanceSeconds] of [
    [10, 7200],
    [11, -3600],
  ] as const) {
    const opening = { ...request, kind: 'opening', accountId, openingAccountId: 22 } as const;
    const booked = decide(state, { ...opening, balanceSeconds, externalId: null });
    assert.ok(booked.result === 'posted');
    const { id: openingId } = booked.transfer;
    state.transfers.set(transferKey(1, openingId), { transfer: booked.transfer, reversal: null });
    const back = () => decide(state, { ...request, kind: 'opening_reversal', openingId });
    const reversed = back();
    assert.ok(reversed.result === 'posted');
    const { kind, debitAccountId, creditAccountId, reversesId } = reversed.transfer;
    const { debitAccountId: from, creditAccountId: to } = booked.transfer;
    assert.deepEqual([kind, debitAccountId, creditAccountId, reversesId], ['opening_reversal', to, from, openingId]);
    const again = back();
    assert.ok(again.result === 'refused' && again.code === 'already_reversed');
  }
  const booked = decide(state, credit('x', 3600));
  assert.ok(booked.result === 'posted');
  const other = decide(state, { ...request, kind: 'opening_reversal', openingId: booked.transfer.id });
  assert.ok(other.result === 'refused' && other.code === 'not_found');
  assert.deepEqual(
    [10, 11, 22].map((account) => state.accounts.get(accountKey(1, account))?.balanceSeconds),
    [3600, 0, 0],
  );
});

test('settlement and opening accounts take no part in exchanges, on neither side, even if they are asked for', () => {
  const state = stateWith();
  addAccount(state, 22, 'opening');
  for (const account of [SETTLEMENT, 22]) {
    for (const [provider, receiver] of [
      [account, 10],
      [10, account],
    ] as const) {
      const outcome = exchange(state, provider, receiver, 900);
      assert.ok(outcome.result === 'refused' && outcome.code === 'user_not_found');
    }
  }
  assert.ok([...state.accounts.values()].every(({ balanceSeconds }) => balanceSeconds === 0));
});

test('a correction moves the hours back with the day of service and the listing of its exchange', () => {
  const state = stateWith();
  const recorded = exchange(state, 10, 11, 3600);
  assert.ok(recorded.result === 'posted');
  const corrected = decide(state, {
    ...{ kind: 'exchange_reversal', communityId: 1, exchangeId: recorded.transfer.id },
    ...{ reason: 'Wrong member', recordedBy: 'administrator:1' },
  });
  assert.ok(corrected.result === 'posted');
  const { debitAccountId, creditAccountId, amountSeconds, serviceDate, listingId, reversesId } = corrected.transfer;
  assert.deepEqual([debitAccountId, creditAccountId, amountSeconds], [10, 11, 3600]);
  assert.deepEqual([serviceDate, listingId, reversesId], ['2026-11-19', LISTING, recorded.transfer.id]);
});

test('a gift may be of any length, keeps to the limits, and goes back as a gift', () => {
  const state = stateWith({ upper: 36_000 });
  const given = exchange(state, 10, 11, 601, 'gift');
  assert.ok(given.result === 'posted' && given.transfer.kind === 'gift');
  const above = exchange(state, 10, 11, 36_000, 'gift');
  assert.ok(above.result === 'refused' && above.fields?.[0]?.code === 'upper_balance');
  const back = decide(state, {
    ...{ kind: 'exchange_reversal', communityId: 1, exchangeId: given.transfer.id },
    ...{ reason: 'Wrong member', recordedBy: 'administrator:1' },
  });
  assert.ok(back.result === 'posted');
  const { kind, amountSeconds, debitAccountId, creditAccountId } = back.transfer;
  assert.deepEqual([kind, amountSeconds, debitAccountId, creditAccountId], ['gift_reversal', 601, 10, 11]);
});
