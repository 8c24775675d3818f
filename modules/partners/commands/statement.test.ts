import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { testService } from '../../../test-support/harness.ts';
import { credited, creditWith, reverse } from '../../../test-support/wallet.ts';

const service = await testService();
// The commands have the clock of the machine, for which this day is long over.
service.clock.set('2024-05-20T09:30:00.000Z');
const partner = await service.createPartner();
const member = await service.createMember({ ...partner, name: '=HYPERLINK("x")', externalId: 'M-1' });
const token = await service.token(partner);
const note = "thanks\n=cmd|'/C calc'!A0";
await creditWith(service, token, { user_id: member.id, hours: 4.35, reference: '@reference', note });
const returned = await credited(service, token, member.id, 2, 'returned');
await reverse(service, token, returned.id, 'return');

test('a day\u2019s statement as JSON has the same sums as the API and every booking', async () => {
  const value = await runJson(service.testDatabase, ['statement', '2024-05-20', '--partner', partner.clientId]);
  const { lines, ...statement } = value;
  const answer = await service.call('GET', '/wallet/statements/2024-05-20', { token: await service.token(partner) });
  const { status, ...sums } = answer.body.data;
  assert.deepEqual(statement, { ...sums, status: statement.status });
  assert.equal(status, 'open');
  assert.deepEqual(
    lines.map(({ kind, hours, reference }: Record<string, unknown>) => [kind, hours, reference]),
    [
      ['credit', 4.35, '@reference'],
      ['credit', 2, 'returned'],
      ['reversal', -2, 'return'],
    ],
  );
  assert.equal(statement.closing_hours, 4.35);
});

test('as CSV it adds up, and no cell is run as a formula', async () => {
  const { code, stdout } = await runCommand(service.testDatabase, [
    'statement',
    '2024-05-20',
    '--partner',
    partner.clientId,
    '--csv',
  ]);
  assert.equal(code, 0);
  const rows = parse<Record<string, string>>(stdout, { columns: true, bom: true, record_delimiter: '\r\n' });
  assert.equal(
    rows.reduce((sum, row) => sum + Math.round(Number(row.hours) * 100), 0),
    435,
  );
  assert.deepEqual([rows[0]?.reference, rows[0]?.member], ["'@reference", '\'=HYPERLINK("x")']);
  assert.equal(rows[0]?.text, "thanks\n=cmd|'/C calc'!A0");
  // A reader that takes a line break alone for the end of a row sees the same rows.
  assert.equal(parse(stdout, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] }).length, 4);
});

test('what is no day, a day to come and an unknown partner are one sentence and exit code 1', async () => {
  for (const [date, clientId, message] of [
    ['2026-02-30', partner.clientId, /date must be a day/],
    ['2999-01-01', partner.clientId, /has not begun/],
    ['2024-05-20', 'tb_ci_nobody', /no partner with this client id/],
  ] as const) {
    const { code, stderr } = await runCommand(service.testDatabase, ['statement', date, '--partner', clientId]);
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1);
  }
});
