import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { runCommand } from '../../test-support/command.ts';
import { startTestService, type TestCommunity, type TestService } from '../../test-support/harness.ts';
import { missing } from '../../test-support/has-tool.ts';
import { credit, credited, reverse } from '../../test-support/wallet.ts';
import { reverseExchange } from '../exchanges/correct.ts';
import { postExchange } from '../exchanges/record.ts';
import { settledSeconds } from '../statements/settled.ts';
import { exportLedger } from './export.ts';

let service: TestService;
let community: TestCommunity;
const HLEDGER = 'hledger';

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
  assert.equal(rows[0]?.hours, '4.35');
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

test('timebank ledger export writes the same', async () => {
  const args = ['ledger', 'export', '--community', community.slug, '--format', 'hledger'];
  const { code, stdout } = await runCommand(service.testDatabase, args);
  assert.equal(code, 0);
  assert.equal(stdout, await exported('hledger'));
});
