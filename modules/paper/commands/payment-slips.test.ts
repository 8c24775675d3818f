import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SLIPS_MAX } from '../../../console/desk/contract/routes.ts';
import { runCommand } from '../../../test-support/command.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { missing } from '../../../test-support/has-tool.ts';
import { readCodes, readPdf } from '../../../test-support/read-code.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'timebank-slips-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const SWISS = 'CH9300762011623852957';

async function setUp() {
  const { id: communityId, slug } = await service.createCommunity();
  const member = await service.createMember({ communityId, name: 'Ada Berg', externalId: 'M-1', language: 'de-CH' });
  const run = async (...words: readonly string[]) =>
    await runCommand(service.testDatabase, [...words, '--community', slug, '--json']);
  return { communityId, slug, member, run, file: join(folder, `${slug}.pdf`) };
}

test('the settings and the slip of a Swiss account by command; the PDF has what is printed as JSON', {
  skip: missing('pdftoppm'),
}, async () => {
  const { communityId, slug, member, run, file } = await setUp();
  const unnamed = await run('member', 'slip', 'M-1', file);
  assert.deepEqual([unnamed.code, JSON.parse(unnamed.stderr).errors[0].code], [1, 'no_bank_account']);
  const address = ['--holder-street', 'Gasse', '--holder-postcode', '8001', '--holder-town', 'Zürich'];
  const account = ['--iban', SWISS, '--account-holder', 'Zeitbank Größe', '--hours-per-unit', 'CHF=1/25'];
  const half = await run('community', 'update', ...account, ...address);
  assert.deepEqual([half.code, JSON.parse(half.stderr).errors[0].field], [1, 'holder_address.country']);
  const named = await run('community', 'update', ...account, ...address, '--holder-country', 'CH');
  assert.equal(named.code, 0, named.stderr);

  const made = await run('member', 'slip', 'M-1', file, '--hours', '2');
  assert.equal(made.code, 0, made.stderr);
  const slip = JSON.parse(made.stdout);
  assert.deepEqual(
    [slip.user_id, slip.reference, slip.amount, slip.currency, slip.code, slip.file],
    [member.id, member.paymentReference, '50.00', 'CHF', 'swiss', file],
  );
  const { pages, text } = await readPdf(await readFile(file));
  assert.deepEqual(await readCodes(pages[0] as Buffer), [slip.payload]);
  assert.match(text, /Empfangsschein/);

  const all = await run('member', 'slips', file);
  assert.deepEqual([all.code, JSON.parse(all.stdout)], [0, { files: [{ file, slips: 1 }] }]);
  assert.deepEqual((await readCodes((await readPdf(await readFile(file))).pages[0] as Buffer)).length, 1);
  const shown = await runCommand(service.testDatabase, ['member', 'slips', file, '--community', slug]);
  assert.equal(shown.stdout, `Written: ${file}, with 1 slip\n`);
  for (let number = 0; number < SLIPS_MAX; number++) await service.createMember({ communityId, name: 'Ben' });
  const { files } = JSON.parse((await run('member', 'slips', file)).stdout);
  const second = file.replace('.pdf', '-2.pdf');
  assert.deepEqual(files, [
    { file, slips: SLIPS_MAX },
    { file: second, slips: 1 },
  ]);
  assert.equal((await readPdf(await readFile(second))).pages.length, 1);
  await service.createMember({ communityId, name: 'Cleo', externalId: 'M-2' });
  const chosen = await run('member', 'slips', file, 'M-2', 'M-1', 'M-2');
  assert.deepEqual(JSON.parse(chosen.stdout).files, [{ file, slips: 2 }]);
  const read = await readPdf(await readFile(file));
  assert.equal(read.pages.length, 2);
  assert.ok(read.text.indexOf('Cleo') < read.text.indexOf('Ada Berg'), 'in the order given');
  assert.match((await run('member', 'slips', file, 'M-3')).stderr, /user_not_found/);
  await service.ownerQuery("update members set joined_on = '2026-11-20' where external_id = 'M-2'", []);
  const joined = await run('member', 'slips', file, '--joined-from', '2026-11-20');
  assert.deepEqual(JSON.parse(joined.stdout).files, [{ file, slips: 1 }]);
});
