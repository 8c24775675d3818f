/** Every state and act of an hour of two: what follows, by a table, and for any sequence one outcome. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextProposal, type ProposalAct, type ProposalVersion } from './next.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000000';
const B = 'bbbbbbbb-0000-4000-8000-000000000000';
const THIRD = 'cccccccc-0000-4000-8000-000000000000';

const DEPUTY = 'dddddddd-0000-4000-8000-000000000000';

const WAITING: ProposalVersion = {
  ...{ state: 'waiting', officeReason: null, revision: 1, proposedBy: A, waitsFor: B },
  ...{ proposedPerson: null, confirmedBy: null, confirmedPerson: null },
  ...{ amountSeconds: 3600, serviceDate: '2026-11-18', contestedBy: [] },
};

const other = { amountSeconds: 1800, serviceDate: '2026-11-18' };

test('the one who is waited for answers, and no one else', () => {
  for (const act of ['confirm', 'contest'] as const) {
    assert.deepEqual(nextProposal(WAITING, { act, by: A, person: A, seen: 1 }), {
      result: 'refused',
      fault: 'not_yours',
    });
    assert.deepEqual(nextProposal(WAITING, { act, by: THIRD, person: THIRD, seen: 1 }), {
      result: 'refused',
      fault: 'not_yours',
    });
    assert.deepEqual(nextProposal(WAITING, { act, by: B, person: B, seen: 2 }), {
      result: 'refused',
      fault: 'changed',
    });
  }
  assert.equal(nextProposal(WAITING, { act: 'confirm', by: B, person: B, seen: 1 }).result, 'book');
  assert.deepEqual(nextProposal(WAITING, { act: 'withdraw', by: B }), { result: 'refused', fault: 'not_yours' });
});

test('a person confirms nothing that the same person has proposed, for whichever of the two', () => {
  const byDeputy = { ...WAITING, proposedPerson: DEPUTY };
  const refused = { result: 'refused', fault: 'not_yours' };
  const confirm = { act: 'confirm', by: B, seen: 1 } as const;
  assert.deepEqual(nextProposal(WAITING, { ...confirm, person: A }), refused, 'A, who acts for B, too');
  assert.deepEqual(nextProposal(byDeputy, { ...confirm, person: DEPUTY }), refused, 'the deputy of both');
  const byOther = nextProposal(byDeputy, { ...confirm, person: A });
  assert.ok(byOther.result === 'book');
  assert.deepEqual([byOther.after.confirmedBy, byOther.after.confirmedPerson], [B, A]);
  const corrected = nextProposal(WAITING, { act: 'correct', by: B, person: DEPUTY, seen: 1, ...other });
  assert.ok(corrected.result === 'moved');
  const again = { act: 'confirm', by: A, person: DEPUTY, seen: 2 } as const;
  assert.deepEqual(nextProposal(corrected.after, again), refused, 'the deputy who has corrected it for B');
  assert.equal(nextProposal(corrected.after, { ...again, person: A }).result, 'book');
});

test('a correction swaps the sides once; the next one goes to the office', () => {
  const same = { act: 'correct', by: B, person: B, seen: 1, amountSeconds: 3600, serviceDate: '2026-11-18' } as const;
  assert.deepEqual(nextProposal(WAITING, same), { result: 'refused', fault: 'same_version' });
  const next = nextProposal(WAITING, { act: 'correct', by: B, person: B, seen: 1, ...other });
  assert.ok(next.result === 'moved');
  assert.deepEqual([next.after.proposedBy, next.after.waitsFor, next.after.revision], [B, A, 2]);
  const last = nextProposal(next.after, {
    ...{ act: 'correct', by: A, person: A, seen: 2, amountSeconds: 7200, serviceDate: WAITING.serviceDate },
  });
  assert.ok(last.result === 'moved');
  assert.deepEqual([last.after.state, last.after.officeReason], ['office', 'contested']);
});

test('each of the two says once what is wrong, and only where that is the reason', () => {
  const first = nextProposal(WAITING, { act: 'contest', by: B, seen: 1 });
  assert.ok(first.result === 'moved');
  assert.deepEqual([first.after.officeReason, first.after.contestedBy], ['contested', [B]]);
  const changed = { result: 'refused', fault: 'changed' };
  assert.deepEqual(nextProposal(first.after, { act: 'contest', by: B, seen: 1 }), changed);
  const second = nextProposal(first.after, { act: 'contest', by: A, seen: 1 });
  assert.ok(second.result === 'moved');
  assert.deepEqual(second.after.contestedBy, [B, A]);
  const silent = nextProposal(WAITING, { act: 'silence' });
  assert.ok(silent.result === 'moved');
  assert.equal(silent.after.officeReason, 'silent');
  assert.deepEqual(nextProposal(silent.after, { act: 'contest', by: A, seen: 1 }), changed);
});

test('what was done is done once: the same again is the same, from another it is refused', () => {
  const confirmed: ProposalVersion = { ...WAITING, state: 'confirmed', waitsFor: null, confirmedBy: B };
  assert.equal(nextProposal(confirmed, { act: 'confirm', by: B, person: B, seen: 1 }).result, 'same');
  assert.equal(nextProposal(confirmed, { act: 'confirm', by: A, person: A, seen: 1 }).result, 'refused');
  const withdrawn: ProposalVersion = { ...WAITING, state: 'withdrawn', waitsFor: null };
  assert.equal(nextProposal(withdrawn, { act: 'withdraw', by: A }).result, 'same');
  assert.equal(nextProposal(withdrawn, { act: 'withdraw', by: B }).result, 'refused');
});

test('the office settles and ends the version that it has seen', () => {
  for (const act of ['settle', 'end'] as const) {
    const seen = { act, seen: 2, ...other } as const;
    assert.deepEqual(nextProposal(WAITING, seen), { result: 'refused', fault: 'changed' });
  }
  const settled = nextProposal(WAITING, { act: 'settle', seen: 1, ...other });
  assert.ok(settled.result === 'book');
  assert.equal(settled.after.amountSeconds, other.amountSeconds);
  const atOffice = nextProposal(WAITING, { act: 'silence' });
  assert.ok(atOffice.result === 'moved');
  assert.deepEqual(nextProposal(atOffice.after, { act: 'withdraw', by: A }), { result: 'refused', fault: 'changed' });
});

/** One of the two or a stranger, in person or by a deputy, who may act for both. */
const BY = { by: fc.constantFrom(A, B, THIRD), person: fc.constantFrom(A, B, DEPUTY) };

const acts: fc.Arbitrary<ProposalAct> = fc.oneof(
  fc.record({
    act: fc.constantFrom('confirm' as const, 'contest' as const),
    ...BY,
    seen: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    ...{ act: fc.constant('correct' as const), ...BY, seen: fc.integer({ min: 1, max: 2 }) },
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

const proposer = ({ proposedPerson, proposedBy }: ProposalVersion) => proposedPerson ?? proposedBy;

test('whatever is done in whatever order: one booking at most, and what has ended stays as it is', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 12 }), (sequence) => {
      let now = WAITING;
      let bookings = 0;
      for (const act of sequence) {
        const next = nextProposal(now, act);
        if (next.result === 'refused' || next.result === 'same') continue;
        assert.ok(now.state === 'waiting' || now.state === 'office', `${act.act} after ${now.state}`);
        const before = now;
        now = next.result === 'book' ? { ...next.after, state: 'confirmed', waitsFor: null } : next.after;
        if (next.result === 'book') {
          bookings++;
          if (act.act === 'confirm') assert.notEqual(act.person, proposer(before));
        }
        assert.equal(now.waitsFor !== null, now.state === 'waiting');
        assert.ok(now.waitsFor !== now.proposedBy && ![now.waitsFor, now.proposedBy].includes(THIRD));
      }
      assert.ok(bookings <= 1);
      assert.equal(bookings === 1, now.state === 'confirmed');
    }),
  );
});
