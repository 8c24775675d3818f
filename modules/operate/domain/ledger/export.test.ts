import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { settledSeconds } from '../../../../core/statements/settled.ts';
import { runCommand } from '../../../../test-support/command.ts';
import { startTestService, type TestCommunity, type TestService } from '../../../../test-support/harness.ts';
import { missing } from '../../../../test-support/has-tool.ts';
import { patientMs } from '../../../../test-support/speed.ts';
import { credit, credited, reverse } from '../../../../test-support/wallet.ts';
import { reverseExchange } from '../../../members/domain/exchanges/correct.ts';
import { postExchange } from '../../../members/domain/exchanges/record.ts';
import { exportLedger } from './export.ts';

let service: TestService;
let community: TestCommunity;
const [HLEDGER, LEDGER] = ['hledger', 'ledger'] as const;

before(async () => {
  service = await startTestService();
  community = await service.createCommunity();
  const communityId = community.id;
  const partner = await service.createPartner({ communityId, name: '=Bank; "A"' });
  const token = await service.token(partner);
  const ada = await service.createMember({ communityId, externalId: 'M-1', name: '=cmd|x' });
  const ben = await service.createMember({ communityId, externalId: 'M-2', name: 'Ben: (x)' });
  await credit(service, token, ada.id, 4.35, 'REF (1); =x');
  const returned = await credited(service, token, ben.id, 2, '@2');
  await reverse(service, token, returned.id, 'back');
  const { database, clock } = service.deps;
  const parties = { communityId, provider: 'M-2', receiver: 'M-1', recordedBy: 'test' };
  const exchange = { ...parties, time: '0:20', serviceDate: '2026-11-19', note: 'a\n=1+1; c' };
  await postExchange(database, clock, exchange);
  const { id } = await postExchange(database, clock, { ...exchange, receiver: 'chest' });
  await reverseExchange(database, clock, { communityId, exchangeId: id, reason: 'wrong', recordedBy: 'test' });
  // Another community's books stay out.
  const other = await service.createPartner();
  await credit(service, await service.token(other), (await service.createMember(other)).id, 1);
});
after(() => service.stop());

async function exported(format: 'csv' | 'hledger'): Promise<string> {
  let text = '';
  await exportLedger(service.deps.database, community.id, format, async (piece) => {
    text += piece;
  });
  return text;
}

async function balances(): Promise<Map<string, number>> {
  const rows = await service.ownerQuery<{ account: string; seconds: string }>(
    `select account, seconds from (
       select kind || ':' || id as account, case when partner_id is null then credits_seconds - debits_seconds
         else -${settledSeconds('a')} end as seconds
       from accounts a where community_id = $1) found
     where seconds <> 0`,
    [community.id],
  );
  return new Map(rows.map(({ account, seconds }) => [account, Number(seconds)]));
}

test('the CSV journal adds up to the balances, and no cell is run as a formula', async () => {
  const text = await exported('csv');
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true, record_delimiter: '\r\n' });
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['credit', 'credit', 'credit_reversal', 'exchange', 'exchange', 'exchange_reversal'],
  );
  const sums = new Map<string, number>();
  const add = (account: string, seconds: number) => sums.set(account, (sums.get(account) ?? 0) + seconds);
  for (const row of rows) {
    add(row.from_account_id ?? '', -Number(row.seconds));
    add(row.to_account_id ?? '', Number(row.seconds));
  }
  for (const [account, seconds] of sums) if (seconds === 0) sums.delete(account);
  const expected = [...(await balances())].map(([account, seconds]) => [account.split(':')[1], seconds]);
  assert.deepEqual([...sums].sort(), expected.sort());
  for (const row of rows) for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=@+]/);
  assert.equal(rows[3]?.text, 'a\n=1+1; c');
  // No spreadsheet takes 4.350 for four thousand and more if it is written with four decimals.
  assert.deepEqual(
    rows.map(({ hours }) => hours),
    ['4.3500', '2.0000', '2.0000', '0.3333', '0.3333', '0.3333'],
  );
});

test('hledger adds the journal up to the same balances', { skip: missing(HLEDGER) }, async () => {
  const input = await exported('hledger');
  const checked = spawnSync(HLEDGER, ['-f', '-', 'check'], { input, encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stderr);
  const run = spawnSync(HLEDGER, ['-f', '-', 'balance', '--flat', '-N', '-O', 'csv'], { input, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const rows = parse<Record<string, string>>(run.stdout, { columns: true });
  const sums = new Map(rows.map((row) => [row.account, Number(row.balance?.replace(/ s$/, ''))]));
  assert.deepEqual(new Map([...sums].sort()), new Map([...(await balances())].sort()));
  // Its own balance assertions are taken seriously.
  const wrong = input.replace(/ = (-?)(\d+) s\n/, ' = $1$21 s\n');
  assert.notEqual(spawnSync(HLEDGER, ['-f', '-', 'check'], { input: wrong }).status, 0);
});

test('hledger answers its usual reports, by month and by type of account', { skip: missing(HLEDGER) }, async () => {
  const input = await exported('hledger');
  const report = (...args: string[]) => {
    const run = spawnSync(HLEDGER, ['-f', '-', ...args], { input, encoding: 'utf8', timeout: patientMs(20_000) });
    assert.equal(run.status, 0, `${args.join(' ')}: ${run.error ?? run.stderr}`);
    return run.stdout;
  };
  const months = (parse(report('balance', '-M', '-O', 'csv'), {}) as string[][])[0];
  assert.equal(months?.length, 2, 'one column for the only month that has transfers');
  const total = (text: string) => (parse(text, { relax_column_count: true }) as string[][]).at(-1)?.[1];
  const members = [...(await balances())].filter(([account]) => !/^(?:settlement|opening)/.test(account));
  const held = members.reduce((sum, [, seconds]) => sum + seconds, 0);
  assert.equal(total(report('balancesheet', '-O', 'csv')), `${held} s`);
  assert.equal(total(report('incomestatement', '-O', 'csv')), `${held} s`);
  assert.match(report('balance', 'tag:name=Ben'), /member:\d+/);
});

test('ledger reads the same file', { skip: missing(LEDGER) }, async () => {
  const input = await exported('hledger');
  const run = spawnSync(LEDGER, ['-f', '-', 'balance', '--flat', '--base'], { input, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const sums = [...run.stdout.matchAll(/^\s*(-?\d+) ?s\s+(\S+)$/gm)].map(([, seconds, account]) => [
    account,
    Number(seconds),
  ]);
  assert.deepEqual(new Map(sums as [string, number][]), await balances());
});

test('timebank ledger export writes the same', async () => {
  const args = ['ledger', 'export', '--community', community.slug, '--format', 'hledger'];
  const { code, stdout } = await runCommand(service.testDatabase, args);
  assert.equal(code, 0);
  assert.equal(stdout, await exported('hledger'));
});
