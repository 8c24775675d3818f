/** Corrected credits, and payments that are found by the end-to-end id that the partner sent. An hour is 25 euros. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CamtEntry } from '../../../../test-support/camt.ts';
import { testService } from '../../../../test-support/harness.ts';
import { differences, setUpReconciliation } from '../../../../test-support/reconciliation.ts';
import { creditWith, newReference } from '../../../../test-support/wallet.ts';

const service = await testService();

async function setUp() {
  const all = await setUpReconciliation(service);
  const pay = async (reference: string, hours: number, more: { payment?: object; corrects?: string } = {}) => {
    const token = await service.token(all.partner);
    const json = { user_id: all.member.id, reference, hours, ...more };
    const { status, body } = await creditWith(service, token, json);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id as string;
  };
  /** Reversed under a reference that no return has. */
  const reverseNow = async (id: string) => assert.equal((await all.reverse(id, newReference())).status, 201);
  return { ...all, pay, reverseNow };
}

const R: CamtEntry = { reference: 'R', amount: '50.00' };
const back: CamtEntry = {
  reference: 'BACK',
  endToEndId: 'E2E',
  amount: '50.00',
  direction: 'DBIT',
  detail: '<RtrInf/>',
};

test('a payment of a corrected credit matches the one that replaces it, and nothing of it differs', async () => {
  const { pay, reverseNow, compare } = await setUp();
  const first = await pay('R', 1);
  await reverseNow(first);
  const second = await pay('R-2', 3, { corrects: first });
  await reverseNow(second);
  await pay('R-3', 2, { corrects: second });
  for (const _ of ['once', 'again']) {
    const { matches, all_matched } = await compare([R]);
    assert.deepEqual([differences(matches), all_matched], [{ corrected: ['R-2', 'R'] }, true]);
    assert.deepEqual(
      matches.matched.map(({ reference, credit }) => [reference, credit?.reference]),
      [['R', 'R-3']],
    );
  }
  const { matches, all_matched } = await compare([]);
  assert.deepEqual([differences(matches), all_matched], [{}, true]);
});

test('a reversed credit without a correction stays a difference', async () => {
  const { pay, reverseNow, compare } = await setUp();
  await reverseNow(await pay('R', 2));
  const { matches } = await compare([R]);
  assert.deepEqual(differences(matches), { reversed_without_return: ['R'] });
});

test('a correction of another amount is reported by the payment, once', async () => {
  const { pay, reverseNow, compare } = await setUp();
  const wrong = await pay('R', 1);
  await reverseNow(wrong);
  await pay('R-2', 3, { corrects: wrong });
  const { matches } = await compare([R]);
  assert.deepEqual(differences(matches), { amount_differs: ['R'], corrected: ['R'] });
});

test('before its payment is on a file, only the correction waits and not what it replaced', async () => {
  const { pay, reverseNow, compare } = await setUp();
  const wrong = await pay('R', 1);
  await reverseNow(wrong);
  await pay('R-2', 2, { corrects: wrong });
  const { matches } = await compare([{ reference: 'OTHER', bookedOn: '2026-11-18' }]);
  assert.deepEqual(differences(matches), {
    on_statement_not_credited: ['OTHER'],
    waiting_for_statement: ['R-2'],
    corrected: ['R', 'R'],
  });
});

test('a credit that was corrected after the comparison of its payment is closed by the next one, if the amount is the same', async () => {
  const { pay, reverseNow, compare } = await setUp();
  const wrong = await pay('R', 2);
  assert.equal((await compare([R])).all_matched, true);
  await reverseNow(wrong);
  const right = await pay('R-2', 2, { corrects: wrong });
  const { matches, all_matched } = await compare([]);
  assert.deepEqual([differences(matches), all_matched], [{ corrected: ['R'] }, true]);
  assert.deepEqual(differences((await compare([])).matches), {});
  // The file once more: the same payment, now of the correction.
  const again = await compare([R]);
  assert.deepEqual([again.matches.matched[0]?.credit?.reference, again.all_matched], ['R-2', true]);
  await reverseNow(right);
  await pay('R-3', 1, { corrects: right });
  assert.deepEqual(differences((await compare([])).matches), {
    waiting_for_statement: ['R-3'],
    corrected: ['R-2'],
  });
});

test('a return asks for the reversal of the correction, and is matched with it', async () => {
  const { pay, reverseNow, reverse, compare } = await setUp();
  const wrong = await pay('R', 1);
  await reverseNow(wrong);
  const right = await pay('R-2', 2, { corrects: wrong });
  const payment = { ...R, endToEndId: 'E2E' };
  const report = await compare([payment, back]);
  assert.deepEqual(differences(report.matches), { returned_without_reversal: ['BACK'], corrected: ['R'] });
  assert.equal(report.matches.returned_without_reversal[0]?.credit?.reference, 'R-2');
  assert.equal((await reverse(right, 'BACK')).status, 201);
  const { matches, all_matched } = await compare([payment, back]);
  assert.deepEqual([differences(matches), all_matched, matches.returned.length], [{ corrected: ['R'] }, true, 1]);
});

test('after the money went back, a credit that corrects the reversed one is explained by nothing', async () => {
  const { pay, reverse, compare } = await setUp();
  const returned = await pay('R', 2);
  const files = [{ ...R, endToEndId: 'E2E' }, back];
  await reverse(returned, 'BACK');
  assert.equal((await compare(files)).all_matched, true);
  await pay('R-2', 2, { corrects: returned });
  assert.deepEqual(differences((await compare(files)).matches), { credited_not_on_statement: ['R-2'] });
  assert.deepEqual(differences((await compare([])).matches), { waiting_for_statement: ['R-2'] });
});

test('where the reference fits no credit, the end-to-end id that was sent does, as the bank\u2019s id or its reference', async () => {
  for (const entry of [
    { ...R, endToEndId: 'E2E' },
    { ...R, reference: 'E2E' },
    { amount: '50.00', endToEndId: 'E2E' },
  ]) {
    const { pay, compare } = await setUp();
    await pay('MADE-UP', 2, { payment: { end_to_end_id: 'E2E' } });
    for (const _ of ['once', 'again']) {
      const { matches, all_matched } = await compare([entry]);
      assert.deepEqual([differences(matches), all_matched], [{}, true]);
      assert.equal(matches.matched[0]?.credit?.reference, 'MADE-UP');
    }
  }
});

test('an end-to-end id that several have, that only the amount contradicts, or that came too late, decides nothing', async () => {
  const entry = { ...R, endToEndId: 'E2E' };
  const payment = { end_to_end_id: 'E2E' };
  const uncredited = async (prepare: (all: Awaited<ReturnType<typeof setUp>>) => Promise<CamtEntry[]>) => {
    const all = await setUp();
    return differences((await all.compare(await prepare(all))).matches).on_statement_not_credited;
  };
  const two = await uncredited(async ({ pay }) => {
    await pay('A', 2, { payment });
    await pay('B', 2, { payment });
    return [entry];
  });
  const twice = await uncredited(async ({ pay }) => {
    await pay('A', 2, { payment });
    return [entry, { ...entry, reference: 'R-2' }];
  });
  const worth = await uncredited(async ({ pay }) => {
    await pay('A', 2.01, { payment });
    return [entry];
  });
  const late = await uncredited(async ({ pay }) => {
    await pay('A', 2, { payment });
    return [{ ...entry, bookedOn: '2026-11-25' }];
  });
  const placeholder = await uncredited(async ({ pay }) => {
    await pay('A', 2, { payment: { end_to_end_id: 'NOTPROVIDED' } });
    return [{ ...entry, endToEndId: 'NOTPROVIDED' }];
  });
  assert.deepEqual([two, twice, worth, late, placeholder], [['R'], ['R', 'R-2'], ['R'], ['R'], ['R']]);
  const soon = await uncredited(async ({ pay }) => {
    await pay('A', 2, { payment });
    return [{ ...entry, bookedOn: '2026-11-24' }];
  });
  assert.equal(soon, undefined);
});
