import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { parseTar } from 'nanotar';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { markdownAddress, WRITTEN_PAGES } from './as-markdown.ts';
import { installedPath } from './source.ts';
import { toolFileAddresses } from './tool-files.ts';

const PUBLIC_URL = 'https://timebank.bank-city.example';
const run = promisify(execFile);

let service: TestService;
let behind: TestService;
let folder: TemporaryFolder;
before(async () => {
  [service, behind, folder] = await Promise.all([
    startTestService(),
    startTestService({ env: { PUBLIC_URL } }),
    createTemporaryFolder(),
  ]);
});
after(() => Promise.all([service?.stop(), behind?.stop(), folder?.remove()]));

async function bytesAt(address: string, from = service) {
  const answer = await fetch(from.origin + address);
  assert.equal(answer.status, 200, address);
  return { bytes: new Uint8Array(await answer.arrayBuffer()), type: answer.headers.get('content-type') };
}
const textAt = async (address: string, from = service) => strFromU8((await bytesAt(address, from)).bytes);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const addressOf = (end: string) => toolFileAddresses().find((address) => address.endsWith(end)) ?? assert.fail(end);

test('the page lists each file with its checksum, and each file has the bytes of its checksum', async () => {
  for (const from of [service, behind]) {
    const page = await textAt('/docs/tools', from);
    const sums = await textAt('/docs/tools/SHA256SUMS', from);
    const rows = [...page.matchAll(/<dt><a href="([^"]+)" download>.*?<code>([0-9a-f]{64})</gs)];
    const listed = rows.map(([, href = '']) => href);
    for (const address of [...toolFileAddresses(), '/openapi.json', '/openapi-3.0.json']) {
      const isOperators = address.endsWith('.md') && !(await textAt('/docs/tools', from)).includes(`"${address}"`);
      assert.ok(isOperators || listed.includes(address), address);
    }
    for (const [, href = '', sum = ''] of rows) {
      assert.equal(sha256((await bytesAt(href, from)).bytes), sum, href);
      assert.ok(sums.includes(`${sum}  ${href.split('/').at(-1)}\n`), href);
    }
    assert.ok(
      page.includes(`npm install ${from === behind ? PUBLIC_URL : service.origin}/docs/tools/timebank-client-`),
    );
  }
  const names = (await textAt('/docs/tools/SHA256SUMS'))
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[1]);
  assert.deepEqual(names, [...new Set(names)], 'one folder holds them all');
});

test("the client's file holds what npm packs, and is the same whatever the origin", async () => {
  const { bytes, type } = await bytesAt(addressOf('.tgz'));
  assert.equal(type, 'application/gzip');
  assert.equal(sha256(bytes), sha256((await bytesAt(addressOf('.tgz'), behind)).bytes));
  const { stdout } = await run('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], {
    cwd: installedPath('client'),
  });
  const [{ files }] = Object.values(JSON.parse(stdout)) as { files: { path: string }[] }[] as [
    { files: { path: string }[] },
  ];
  const entries = parseTar(gunzipSync(bytes));
  assert.deepEqual(entries.map(({ name }) => name).sort(), files.map(({ path }) => `package/${path}`).sort());
});

test('npm installs the served file, npx runs it from its address, and the sample application starts with it', async () => {
  const { clientId, clientSecret } = await service.createPartner();
  const env = { ...process.env, npm_config_cache: join(folder.path, 'cache'), npm_config_yes: 'true' };
  const address = service.origin + addressOf('.tgz');
  const { stdout } = await run('npx', [address, 'help'], { cwd: folder.path, env });
  assert.match(stdout, /listen --forward-to/);
  const archive = unzipSync((await bytesAt(addressOf('sample.zip'))).bytes);
  const project = join(folder.path, 'timebank-bank-sample');
  await mkdir(project);
  for (const [path, bytes] of Object.entries(archive)) await writeFile(join(folder.path, path), bytes);
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: project, env });
  assert.ok((await readdir(join(project, 'node_modules/@timebank/client'))).includes('dist'));
  await writeFile(join(project, 'payments.csv'), '1;30.00;EUR;2026-11-20;no reference\n');
  const failed = await run(process.execPath, ['book.ts', 'payments.csv'], {
    cwd: project,
    env: { ...env, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
  }).catch((error: { stdout: string }) => error);
  assert.match(failed.stdout, /for a person: the payer wrote no payment reference/);
  assert.match(await readFile(join(project, 'book.ts'), 'utf8'), new RegExp(`BASE_URL = '${service.origin}'`));
});

test('both collections call this service, and name no other', async () => {
  for (const [from, origin] of [
    [service, service.origin],
    [behind, PUBLIC_URL],
  ] as const) {
    const postman = JSON.parse(await textAt(addressOf('postman_collection.json'), from)) as {
      variable: { key: string; value: string }[];
    };
    assert.equal(postman.variable.find(({ key }) => key === 'baseUrl')?.value, origin);
    const bruno = unzipSync((await bytesAt(addressOf('bruno.zip'), from)).bytes);
    const environment = strFromU8(bruno['timebank-bruno/environments/Timebank.bru'] ?? new Uint8Array());
    assert.ok(environment.includes(`baseUrl: ${origin}\n`), environment);
    for (const [path, bytes] of Object.entries(bruno)) assert.doesNotMatch(strFromU8(bytes), /127\.0\.0\.1:8080/, path);
  }
});

test('each page has its Markdown, with links that are served and the origin of the service', async () => {
  const llms = await textAt('/llms.txt', behind);
  for (const page of WRITTEN_PAGES) {
    const { bytes, type } = await bytesAt(markdownAddress(page), behind);
    const text = strFromU8(bytes);
    assert.equal(type, 'text/markdown; charset=utf-8');
    assert.match(text, /^# /, page.address);
    assert.ok(llms.includes(`(${PUBLIC_URL}${markdownAddress(page)})`), page.address);
    const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
    for (const [, href = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      assert.match(href, /^(?:https:\/\/|#)/, `${page.address}: ${href}`);
      if (href.startsWith(PUBLIC_URL)) await bytesAt(new URL(href).pathname, behind);
    }
  }
  assert.match(await textAt('/docs/start.md', behind), new RegExp(`API=${PUBLIC_URL}/api/partner/v1\n`));
  assert.match(await textAt('/docs/errors.md', behind), /### too_many_decimals\n/);
  assert.match(await textAt('/docs/guides/operator-guide.md', behind), /127\.0\.0\.1:8080/);
});
