import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand, spawnCommand } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import type { InboxLine } from '../contract/inbox.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'timebank-inbox-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const HEAD = 'entry_reference,amount,currency,booked_on,payer,remittance';

/** A community with a rate, a member, and a treasurer. */
async function setUp() {
  const { id: communityId, slug, email } = await signedInOwner();
  const { paymentReference, id } = await service.createMember({ communityId });
  const run = async (words: string, ...args: readonly string[]) => {
    const given = ['inbox', words, ...args, '--community', slug, '--json'];
    const { stdout, stderr, code: exitCode } = await runCommand(service.testDatabase, given);
    return { exitCode, stderr, json: stdout === '' ? undefined : JSON.parse(stdout) };
  };
  const rates = ['community', 'update', '--community', slug, '--hours-per-unit', 'EUR=1/20'];
  assert.equal((await runCommand(service.testDatabase, rates)).code, 0);
  const write = async (name: string, ...rows: readonly string[]) => {
    const path = join(folder, `${slug}-${name}`);
    await writeFile(path, [HEAD, ...rows].join('\n'));
    return path;
  };
  return { communityId, slug, email, member: id, reference: paymentReference, run, write };
}

async function signedInOwner() {
  const { communityId: id, slug, email } = await signedIn(service);
  return { id, slug, email };
}

test('files are imported, listed, approved in the name of a person, and explained; the exit code says what is open', async () => {
  const { run, write, member, reference, email } = await setUp();
  const rows = [
    `A-1,20.00,EUR,2026-11-19,Anna Berger,${reference}`,
    'A-2,500.00,EUR,2026-11-19,Town hall,grant',
    'A-3,-9.90,EUR,2026-11-19,Stadtwerke,power',
  ];
  const path = await write('day.csv', ...rows);
  const imported = await run('import', path);
  assert.equal(imported.exitCode, 1);
  const { files, lines } = imported.json;
  const hash = createHash('sha256')
    .update([HEAD, ...rows].join('\n'))
    .digest('hex');
  assert.deepEqual([files.length, files[0].hash, files[0].period], [1, hash, { from: '2026-11-19', to: '2026-11-19' }]);
  assert.ok(
    files[0].proofs.some(({ kind, holds }: { kind: string; holds: unknown }) => kind === 'balance' && holds === null),
  );
  assert.deepEqual(
    lines.map((line: InboxLine) => [
      line.reference,
      line.amount,
      line.currency,
      line.payer,
      line.state,
      line.booked_on,
    ]),
    [
      ['A-1', '20.00', 'EUR', 'Anna Berger', 'open', '2026-11-19'],
      ['A-2', '500.00', 'EUR', 'Town hall', 'open', '2026-11-19'],
      ['A-3', '-9.90', 'EUR', 'Stadtwerke', 'not_ours', '2026-11-19'],
    ],
  );
  assert.deepEqual([lines[0].proposal.user_id, lines[0].proposal.seconds, lines[1].proposal], [member, 3600, null]);

  const stranger = await run('approve', '--all', '--as', 'nobody@example.org');
  assert.deepEqual([stranger.exitCode, JSON.parse(stranger.stderr).error], [2, 'not_permitted']);
  const approved = await run('approve', '--all', '--as', email);
  assert.deepEqual([approved.exitCode, approved.json.booked], [1, [lines[0].id]]);
  const again = await run('approve', String(lines[0].id), '--as', email);
  assert.deepEqual([again.exitCode, JSON.parse(again.stderr).error], [2, 'state_conflict']);
  const explained = await run('explain', String(lines[1].id), '--note', 'Grant', '--as', email);
  assert.deepEqual([explained.exitCode, explained.json.lines[0].note], [0, 'Grant']);
  const listed = await run('list');
  assert.equal(listed.exitCode, 0);
  assert.deepEqual(
    listed.json.lines.map(({ state }: InboxLine) => state),
    ['booked', 'not_ours', 'not_ours'],
  );
  const once = await run('import', path);
  assert.deepEqual(
    [once.exitCode, once.json.lines.map(({ id }: InboxLine) => id)],
    [0, lines.map(({ id }: InboxLine) => id)],
  );
});

test('a file that cannot be read stops no other, and says what it is', async () => {
  const { run, write, reference } = await setUp();
  const good = await write('good.csv', `B-1,20.00,EUR,2026-11-19,Anna,${reference}`);
  const bad = join(folder, 'statement.pdf');
  await writeFile(bad, '%PDF-1.7\n%âãÏÓ\n1 0 obj');
  const { exitCode, json } = await run('import', bad, good);
  assert.equal(exitCode, 2);
  assert.equal(json.files[0].error.error, 'pdf');
  assert.match(json.files[0].error.error_description, /PDF/);
  assert.deepEqual([json.files[1].error, json.lines.length], [undefined, 1]);
  const missing = await run('import', join(folder, 'no-such-file'));
  assert.equal(missing.exitCode, 2);
});

test('the list says what a line that cannot be read has in its place', async () => {
  const { run, write, reference, slug } = await setUp();
  const path = await write(
    'typed.csv',
    `U-1,20.00,EUR,2026-11-18,Anna,${reference}`,
    `U-2,4x.00,EUR,2026-11-19,Ben,rent`,
  );
  assert.equal((await run('import', path)).exitCode, 1);
  const { stdout } = await runCommand(service.testDatabase, ['inbox', 'list', '--community', slug]);
  assert.match(stdout, /not readable: .*4x\.00/);
});

test('a community names its account, and lines on others are not its own', async () => {
  const { run, slug, reference } = await setUp();
  const update = (...args: readonly string[]) =>
    runCommand(service.testDatabase, ['community', 'update', '--community', slug, '--json', ...args]);
  const wrong = await update('--iban', 'DE02120300000000202052');
  assert.deepEqual([wrong.code, JSON.parse(wrong.stderr).errors[0].code], [1, 'invalid_iban']);
  const right = ['--iban', 'DE02 1203 0000 0000 2020 51', '--account-holder', 'Zeitbank e.V.'];
  assert.equal((await update(...right)).code, 0);
  const settings = await run('settings');
  const [account] = settings.json.accounts;
  assert.deepEqual([account.account, account.holder], ['DE02120300000000202051', 'Zeitbank e.V.']);
  const path = join(folder, 'other.csv');
  const head = 'account,entry_reference,amount,currency,booked_on,payer,remittance';
  await writeFile(path, `${head}\nDE89370400440532013000,C-1,20.00,EUR,2026-11-19,Anna,${reference}\n`);
  const { json } = await run('import', path);
  assert.deepEqual(
    [json.lines[0].state, json.lines[0].reason, json.lines[0].proposal],
    ['open', 'other_account', null],
  );
});

test('a watched folder imports each file that comes into it', async () => {
  const { slug, run, reference } = await setUp();
  const watched = await mkdtemp(join(folder, 'watched-'));
  await writeFile(join(watched, 'a.csv'), `${HEAD}\nW-1,20.00,EUR,2026-11-19,Anna,${reference}\n`);
  const { child } = spawnCommand(service.testDatabase, ['inbox', 'watch', watched, '--community', slug, '--json']);
  try {
    const references = async () => (await run('list')).json.lines.map((line: InboxLine) => line.reference);
    await waitUntil('the first file is imported', async () => (await references()).length === 1);
    await writeFile(join(watched, 'b.csv'), `${HEAD}\nW-2,40.00,EUR,2026-11-19,Anna,${reference}\n`);
    await waitUntil('the second file is imported', async () => (await references()).length === 2);
  } finally {
    child.kill('SIGTERM');
  }
});

test('a month is listed line by line, goes into a spreadsheet without a formula, and what is open ends with 1', async () => {
  const { run, write, reference, email } = await setUp();
  const path = await write(
    'month.csv',
    `M-1,33.30,EUR,2026-11-05,"=HYPERLINK(""http://x"")",${reference}`,
    'M-2,-9.90,EUR,2026-11-06,Stadtwerke,power',
    'M-3,500.00,EUR,2026-11-07,Town hall,grant',
  );
  const { lines } = (await run('import', path)).json;
  await run('approve', '--all', '--as', email);
  const open = await run('month', '-', '2026-11');
  assert.deepEqual([open.exitCode, open.json.agrees, open.json.currencies[0].open_lines], [1, false, 1]);
  await run('explain', String(lines[2].id), '--note', '@grant', '--as', email);
  const csv = join(folder, `${path}.out.csv`.split('/').at(-1) ?? '');
  const { exitCode, json } = await run('month', '-', '2026-11', '--csv', csv);
  const [part] = json.currencies;
  assert.deepEqual(
    [exitCode, json.month, json.agrees, part.opening, part.paid_in],
    [1, '2026-11', null, null, '533.30'],
  );
  assert.deepEqual(json.days_without_file, [
    { from: '2026-11-01', to: '2026-11-04', balances_agree: false },
    { from: '2026-11-08', to: '2026-11-30', balances_agree: false },
  ]);
  assert.deepEqual([part.worth_seconds, part.booked_seconds, part.hours_agree], [5976, 5976, true]);
  assert.deepEqual(
    part.lines.map((one: { line: InboxLine; booked_seconds: number }) => [one.line.id, one.booked_seconds]),
    [lines[0].id, lines[1].id, lines[2].id].map((id, at) => [id, at === 0 ? 5976 : 0]),
  );
  const rows = (await readFile(csv, 'utf8')).split('\r\n');
  assert.match(rows[2] ?? '', /^2026-11-05,booked,\d+,33\.30,EUR,"'=HYPERLINK/);
  assert.match(rows[2] ?? '', /,1\.66,1\.66,5976,5976,Test,/);
  assert.match(rows[4] ?? '', /,'@grant,/);
  assert.match(rows[6] ?? '', /^2026-11-01,no file of the bank covers these days.*2026-11-01 – 2026-11-04/);
  const around = await write(
    'more.csv',
    'M-0,1.00,EUR,2026-10-30,Town hall,grant',
    'M-4,1.00,EUR,2026-12-01,Town hall,grant',
  );
  for (const { id } of (await run('import', around)).json.lines) {
    await run('explain', String(id), '--note', 'grant', '--as', email);
  }
  const covered = await run('month', '-', '2026-11');
  assert.deepEqual([covered.exitCode, covered.json.agrees, covered.json.days_without_file], [0, null, []]);
  assert.equal((await run('month', '-', '2026-11', '--csv', csv)).exitCode, 2);
  assert.equal((await run('month', 'DE99', '2026-11')).exitCode, 2);
  assert.equal((await run('month', '-', '2026-13')).exitCode, 2);
});
