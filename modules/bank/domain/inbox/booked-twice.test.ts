/** A transfer that the inbox has booked without a reference of the bank, and that a partner sends afterwards. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { changeRates } from '../../../../core/partners/rates/rates.ts';
import { bankStatement } from '../../../../test-support/bank-statement.ts';
import { testService } from '../../../../test-support/harness.ts';
import { setUpInbox } from '../../../../test-support/inbox.ts';
import { reverse } from '../../../../test-support/wallet.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { changeMatchBy } from '../reconcile/settings.ts';
import { readMonth } from './month.ts';

const service = await testService();
service.clock.set('2026-11-25T12:00:00.000Z');

async function setUp() {
  const inbox = await setUpInbox(service);
  const act = { ...inbox.partner, actor: 'test' };
  await changeMatchBy(service.deps, act, 'entry_reference');
  await changeRates(service.deps, act, { hoursPerUnit: { EUR: '1/20' }, from: null });
  const [text = ''] = inbox.references;
  const statement = (...references: string[]) =>
    bankStatement(references.map((reference) => ({ reference, amount: 20, text })));
  return {
    ...inbox,
    statement,
    async compare(...references: string[]) {
      const chunks = Readable.from([Buffer.from(statement(...references))]);
      const { matches, all_matched } = await reconcile(service.deps, act, { name: 'day.xml', chunks });
      return [all_matched, matches.matched.length, matches.amount_differs.map(({ problem_code }) => problem_code)];
    },
    async differences() {
      const { differences } = await readMonth(service.deps.database, inbox.communityId, undefined, '2026-11');
      // The statements here overlap, so that their balances contradict each other.
      const ofCredits = differences.filter(({ creditId }) => creditId !== null);
      return ofCredits.map(({ kind, lineId }) => [kind, lineId]);
    },
  };
}

test('a partner\u2019s later credit of a transfer that the inbox has booked without a reference is asked about', async () => {
  const { importFile, approveAll, credit, compare, differences, references, token } = await setUp();
  const { lines } = await importFile(bankStatement([{ amount: 20, text: references[0] ?? '' }]));
  await approveAll();
  const { id } = await credit(1, 1, 'P-1');
  assert.deepEqual(await compare('P-1'), [false, 0, ['may_be_booked_twice']]);
  assert.deepEqual(await differences(), [['may_be_booked_twice', lines[0]?.id]]);
  await reverse(service, token, id, 'P-1-back');
  assert.deepEqual(await differences(), []);
});

test('two equal transfers of a day are both booked, and none of them is asked about once both are in the inbox', async () => {
  const { importFile, approveAll, balances, credit, compare, differences, statement, references } = await setUp();
  await importFile(bankStatement([{ amount: 20, text: references[0] ?? '' }]));
  await approveAll();
  await credit(1, 1, 'P-1');
  await credit(2, 1, 'P-2');
  await credit(1, 2, 'P-3');
  assert.deepEqual(await compare('P-1'), [false, 0, ['may_be_booked_twice']]);
  // The bank's statement has the line without a reference and the partner's.
  await importFile(statement('B-1', 'P-1'));
  assert.deepEqual(await compare('P-1'), [false, 1, []], 'only what the file does not have is open');
  assert.deepEqual(await differences(), [
    ['credit_without_line', null],
    ['credit_without_line', null],
  ]);
  assert.deepEqual(await balances(), [4 * 3600, 3600, 0, 0, 0]);
});
