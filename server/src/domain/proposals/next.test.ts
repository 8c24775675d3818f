/** Every state and act of an hour of two: what follows, by a table, and for any sequence one outcome. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextProposal, type ProposalAct, type ProposalVersion } from './next.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000000';
const B = 'bbbbbbbb-0000-4000-8000-000000000000';
const THIRD = 'cccccccc-0000-4000-8000-000000000000';

const WAITING: ProposalVersion = {
  ...{ state: 'waiting', officeReason: null, revision: 1, proposedBy: A, waitsFor: B, confirmedBy: null },
  ...{ amountSeconds: 3600, serviceDate: '2026-11-18', contestedBy: [] },
};

const other = { amountSeconds: 1800, serviceDate: '2026-11-18' };

test('the one who is waited for answers, and no one else', () => {
  for (const act of ['confirm', 'contest'] as const) {
    assert.deepEqual(nextProposal(WAITING, { act, by: A, seen: 1 }), { result: 'refused', fault: 'not_yours' });
    assert.deepEqual(nextProposal(WAITING, { act, by: THIRD, seen: 1 }), { result: 'refused', fault: 'not_yours' });
    assert.deepEqual(nextProposal(WAITING, { act, by: B, seen: 2 }), { result: 'refused', fault: 'changed' });
  }
  assert.equal(nextProposal(WAITING, { act: 'confirm', by: B, seen: 1 }).result, 'book');
  assert.deepEqual(nextProposal(WAITING, { act: 'withdraw', by: B }), { result: 'refused', fault: 'not_yours' });
});

test('a correction swaps the sides once; the next one goes to the office', () => {
  const same = { act: 'correct', by: B, seen: 1, amountSeconds: 3600, serviceDate: '2026-11-18' } as const;
  assert.deepEqual(nextProposal(WAITING, same), { result: 'refused', fault: 'same_version' });
  const next = nextProposal(WAITING, { act: 'correct', by: B, seen: 1, ...other });
  assert.ok(next.result === 'moved');
  assert.deepEqual([next.after.proposedBy, next.after.waitsFor, next.after.revision], [B, A, 2]);
  const last = nextProposal(next.after, { act: 'correct', by: A, seen: 2, ...WAITING, amountSeconds: 7200 });
  assert.ok(last.result === 'moved');
  assert.deepEqual([last.after.state, last.after.officeReason], ['office', 'contested']);
});

const acts: fc.Arbitrary<ProposalAct> = fc.oneof(
  fc.record({
    act: fc.constantFrom('confirm' as const, 'contest' as const),
    by: fc.constantFrom(A, B, THIRD),
    seen: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    ...{ act: fc.constant('correct' as const), by: fc.constantFrom(A, B, THIRD), seen: fc.integer({ min: 1, max: 2 }) },
    ...{ amountSeconds: fc.constantFrom(1800, 3600, 7200), serviceDate: fc.constant('2026-11-18') },
  }),
  fc.record({ act: fc.constant('withdraw' as const), by: fc.constantFrom(A, B, THIRD) }),
  fc.record({ act: fc.constantFrom('remind' as const, 'silence' as const) }),
  fc.record({
    ...{ act: fc.constant('settle' as const), seen: fc.integer({ min: 1, max: 2 }) },
    ...{ amountSeconds: fc.constantFrom(1800, 3600), serviceDate: fc.constant('2026-11-18') },
  }),
  fc.record({ act: fc.constant('end' as const), seen: fc.integer({ min: 1, max: 2 }) }),
);

test('whatever is done in whatever order: one booking at most, and what has ended stays as it is', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 12 }), (sequence) => {
      let now = WAITING;
      let bookings = 0;
      for (const act of sequence) {
        const next = nextProposal(now, act);
        if (next.result === 'refused' || next.result === 'same') continue;
        assert.ok(now.state === 'waiting' || now.state === 'office', `${act.act} after ${now.state}`);
        now = next.result === 'book' ? { ...next.after, state: 'confirmed', waitsFor: null } : next.after;
        if (next.result === 'book') bookings++;
        assert.equal(now.waitsFor !== null, now.state === 'waiting');
        assert.ok(now.waitsFor !== now.proposedBy && ![now.waitsFor, now.proposedBy].includes(THIRD));
      }
      assert.ok(bookings <= 1);
      assert.equal(bookings === 1, now.state === 'confirmed');
    }),
  );
});
