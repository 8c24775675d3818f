import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { camt } from '../../../../test-support/camt.ts';
import { runCommand } from '../../../../test-support/command.ts';
import { testService } from '../../../../test-support/harness.ts';
import { setUpReconciliation } from '../../../../test-support/reconciliation.ts';
import { RECONCILED_LISTED_MAX } from '../../contract/reconciliation.ts';
import { changeLine } from './change-line.ts';

const service = await testService();

test('the command writes the report, and ends well once a person has explained all that is left', async () => {
  const { partner, credit } = await setUpReconciliation(service);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  service.clock.set(daysAgo(2));
  await credit('CASH', 2);
  const folder = await mkdtemp(join(tmpdir(), 'timebank-kept-'));
  try {
    const file = join(folder, 'statement.xml');
    await writeFile(file, camt([{ reference: 'P-1', bookedOn: daysAgo(1).slice(0, 10) }]));
    const run = (...more: string[]) =>
      runCommand(service.testDatabase, ['reconcile', file, '--partner', partner.clientId, ...more]);
    const first = JSON.parse((await run('--json')).stdout);
    const act = { ...partner, actor: 'administrator:1', comparisonId: first.id };
    const lines = await service.ownerQuery<{ number: number; kind: string; by: string }>(
      `select l.number, l.kind, c.compared_by as by from comparison_lines l
       join statement_comparisons c on c.community_id = l.community_id and c.id = l.comparison_id
       where l.partner_id = $1 and l.state = 'open' order by l.number`,
      [partner.partnerId],
    );
    assert.deepEqual(
      lines.map(({ kind, by }) => [kind, by]),
      [
        ['on_statement_not_credited', 'command line'],
        ['credited_not_on_statement', 'command line'],
      ],
    );
    const [paid, booked] = lines.map(({ number }) => number) as [number, number];
    await changeLine(service.deps, { ...act, number: booked }, { revision: 0, state: 'explained' });
    assert.equal((await run()).code, 1);
    // An explained item is not also allowed as young: that would let the other one pass.
    assert.equal((await run('--allow-open', '5')).code, 1);
    const [{ id, revision }] = (await service.ownerQuery<{ id: number; revision: number }>(
      `select comparison_id::int as id, revision from comparison_lines
       where partner_id = $1 and state = 'open' and number = $2`,
      [partner.partnerId, paid],
    )) as [{ id: number; revision: number }];
    const latest = { ...act, comparisonId: id, number: paid };
    await changeLine(service.deps, latest, { revision, state: 'explained' });
    const last = await run();
    assert.equal(last.code, 0, last.stdout);
    assert.match(last.stdout, /^Differences that an administrator has explained: 2\.\nNot all matched\.$/m);
    assert.equal((await run('--allow-open', '5')).code, 0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('of each kind a bounded number of lines is kept, and the lines beyond it are neither settled nor lost', async () => {
  const { partner, compareText } = await setUpReconciliation(service);
  const rows = Array.from({ length: RECONCILED_LISTED_MAX + 5 }, (_, index) => `L-${index},25.00,EUR,2026-11-19`);
  const file = ['entry_reference,amount,currency,booked_on', ...rows].join('\n');
  const { id, counts } = await compareText(file);
  assert.equal(counts.on_statement_not_credited, RECONCILED_LISTED_MAX + 5);
  await compareText(file);
  const states = await service.ownerQuery(
    `select comparison_id = $2 as first, state, count(*)::int as number from comparison_lines
     where partner_id = $1 and kind = 'on_statement_not_credited' group by 1, 2 order by 1 desc`,
    [partner.partnerId, id],
  );
  assert.deepEqual(states, [
    { first: true, state: 'carried', number: RECONCILED_LISTED_MAX },
    { first: false, state: 'open', number: RECONCILED_LISTED_MAX },
  ]);
});

test('comparisons at the same time leave each difference current in one line', async () => {
  const { partner, credit, compareText } = await setUpReconciliation(service);
  await credit('ONLY-US', 2);
  const file = ['entry_reference,amount,currency,booked_on', 'P-1,25.00,EUR,2026-11-19'].join('\n');
  await Promise.all(Array.from({ length: 4 }, () => compareText(file)));
  const current = await service.ownerQuery<{ kind: string }>(
    `select kind from comparison_lines where partner_id = $1 and state = 'open' order by kind`,
    [partner.partnerId],
  );
  assert.deepEqual(
    current.map(({ kind }) => kind),
    ['credited_not_on_statement', 'on_statement_not_credited'],
  );
});
