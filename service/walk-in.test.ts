/**
 * All that gives a person a way in is proved by walking in: by each command, and by each operation of the console whose
 * answer holds a secret.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ConsoleOperationId } from '../console/desk/contract/operations.gen.ts';
import { runCommand } from '../test-support/command.ts';
import { openConsole, signedIn, TEST_PASSWORD } from '../test-support/console.ts';
import { CONSOLE_COMPONENTS } from '../test-support/console-contract/components.ts';
import { CONSOLE_OPERATIONS } from '../test-support/console-contract/operations.ts';
import { testService } from '../test-support/harness.ts';
import { browserOfMember, communityWithPages, createMemberBrowser } from '../test-support/member-browser.ts';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const service = await testService({ env: { SECRET_KEY } });
// The commands have the clock of the machine.
service.clock.set(new Date());

const json = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { code, stdout, stderr } = await runCommand(service.testDatabase, [...args, '--json'], { SECRET_KEY, ...env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
};

test('the letter of `member letter` opens the pages, at the address of PUBLIC_URL, and so does the one of the console', async () => {
  const { id: communityId, slug } = await communityWithPages(service);
  const { client } = await signedIn(service, { communityId, slug });
  const paula = await service.createMember({ communityId, name: 'Paula Doppel', externalId: 'PD1' });
  const browser = () => createMemberBrowser(service.origin, slug);
  const PUBLIC_URL = 'https://tb.example';
  const { letters } = await json(['member', 'letter', '--member', 'PD1', '--community', slug], { PUBLIC_URL });
  const [{ code, url }] = letters;
  assert.equal(url, `${PUBLIC_URL}/at/${slug}/enter?code=${code}`);
  assert.match((await browser().get(`/enter?code=${code}`)).text, /This letter is for Paula Doppel/);
  assert.equal((await browser().enter(code)).status, 303);
  const made = await client.call('writeMemberLetters', { params: { slug }, body: { members: [paula.id] } });
  assert.equal((await browser().enter(made.body.data.letters[0].code)).status, 303);
});

test('without PUBLIC_URL the command says what is missing, and without the key of the service it makes no letter and ends none', async () => {
  const { id: communityId, slug } = await communityWithPages(service);
  const { uuid } = await service.createMember({ communityId, name: 'Paula Doppel', externalId: 'PD1' });
  const args = ['member', 'letter', '--member', 'PD1', '--community', slug];
  const said = await runCommand(service.testDatabase, args, { SECRET_KEY });
  assert.match(said.stdout, /Set PUBLIC_URL: this address opens on this machine alone\./);
  const code = /: (\w{4}-\w{4}-\w{4})/.exec(said.stdout)?.[1] ?? '';
  const other = Buffer.alloc(32, 8).toString('base64');
  const refused = await runCommand(service.testDatabase, args, { SECRET_KEY: other });
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /SECRET_KEY/);
  assert.equal(
    (await createMemberBrowser(service.origin, slug).enter(code)).status,
    303,
    'the letter before still opens',
  );
  assert.ok(uuid);
});

test('a deputy of `deputy add` acts, and the letter of `member letter` lets in one who is no member', async () => {
  const { id: communityId, slug } = await communityWithPages(service);
  const helga = await service.createMember({ communityId, name: 'Helga Brandt', externalId: 'H1' });
  const anna = await service.createMember({ communityId, name: 'Anna Berger', externalId: 'A1' });
  const add = ['deputy', 'add', '--community', slug, '--how', 'paper', '--agreed-on', '2026-11-20'];
  await json([...add, 'H1', '--member', anna.id]);
  const window = await browserOfMember(service, { id: communityId, slug }, anna.uuid);
  const person = /value="(dpt_\w+)"/.exec((await window.get('/act')).text)?.[1] ?? '';
  assert.equal((await window.post('/act', '/act', { person })).status, 303);
  assert.match((await window.get('')).text, /You act for Helga Brandt/);
  const rows = await json([...add, 'H1', '--name', 'Karl Meier']);
  const karl = rows.find(({ name }: { name: string }) => name === 'Karl Meier').id;
  const { letters } = await json(['member', 'letter', '--member', karl, '--community', slug]);
  const own = createMemberBrowser(service.origin, slug);
  assert.equal((await own.enter(letters[0].code)).status, 303);
  assert.match((await own.get('')).text, /You act for Helga Brandt/);
  assert.ok(helga.id);
});

test('an address that `member update` sets signs in, and a member of `member add` too', async () => {
  const { slug } = await communityWithPages(service);
  const added = await json(['member', 'add', '--community', slug, '--name', 'Ida Irsch', '--email', 'ida@example.org']);
  await json(['member', 'update', added.id, '--community', slug, '--email', 'other@example.org']);
  const window = createMemberBrowser(service.origin, slug);
  await window.post('/sign-in', '/sign-in', { email: 'other@example.org' });
  const rows = await service.ownerQuery('select mailbox from sign_in_requests where mailbox = $1 or former = $2', [
    'other@example.org',
    'ida@example.org',
  ]);
  assert.ok(rows.length > 0, 'the address before has a notice');
});

test('the secrets of `partner create` and `partner rotate` get a token', async () => {
  const { slug } = await service.createCommunity();
  const made = await json(['partner', 'create', '--community', slug, '--name', 'Bank', '--preset', 'bank']);
  const enter = tokenFor(made.client_id);
  assert.equal(await enter(made.client_secret), 200);
  const rotated = await json(['partner', 'rotate', made.client_id]);
  assert.equal(await enter(rotated.client_secret), 200);
});

test('the secrets that the console makes for a partner get a token', async () => {
  const { client, slug } = await signedIn(service);
  const body = { name: 'Harbour Bank', scopes: ['users.read' as const] };
  const made = await client.call('createPartner', { params: { slug }, body });
  assert.equal(made.status, 201, made.text);
  const { client_id: clientId, client_secret: first, partner } = made.body.data;
  const params = { slug, partnerId: partner.id };
  const enter = tokenFor(clientId);
  assert.equal(await enter(first), 200);
  const rotated = await client.call('rotateCredential', { params, body: { overlap_hours: 0 } });
  assert.equal(await enter(rotated.body.data.client_secret), 200);
  const issued = await client.call('issueCredential', { params });
  assert.equal(await enter(issued.body.data.client_secret), 200, issued.text);
});

function tokenFor(clientId: string) {
  return async (clientSecret: string): Promise<number> => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return (await service.call('POST', '/oauth/token', { form })).status;
  };
}

test('the link of `admin setup-link` and the password of `admin create` open the console', async () => {
  const { slug } = await service.createCommunity();
  const at = ['--community', slug, '--email'];
  const link = await json(['admin', 'setup-link', ...at, 'ada@example.org']);
  const client = await openConsole(service);
  const token = new URL(link.setup_url).hash.slice(1);
  assert.equal((await client.call('setUp', { body: { token, name: 'Ada', password: TEST_PASSWORD } })).status, 200);
  const made = await json(['admin', 'create', ...at, 'ben@example.org', '--name', 'Ben', '--role', 'owner']);
  assert.equal((await (await openConsole(service)).signIn('ben@example.org', made.password)).status, 200);
});

/** Where each is proved by use. A new operation whose answer holds a secret has no line here, and fails. */
const WALKED_IN: Readonly<Partial<Record<ConsoleOperationId, string>>> = {
  writeMemberLetters: 'service/walk-in.test.ts',
  inviteAdministrator: 'modules/office/api/session/invitations.test.ts',
  createSetupLink: 'modules/office/api/session/set-up.test.ts',
  createPartner: 'service/walk-in.test.ts',
  issueCredential: 'service/walk-in.test.ts',
  rotateCredential: 'service/walk-in.test.ts',
  createHandOver: 'modules/partners/api/partners/hand-over.test.ts',
  openHandOver: 'modules/partners/api/partners/hand-over.test.ts',
  createPartnerSubscription: 'modules/partners/api/webhooks/endpoints.test.ts',
  beginTotp: 'modules/office/api/session/totp.test.ts',
  confirmTotp: 'modules/office/api/session/totp.test.ts',
  renewRecoveryCodes: 'modules/office/api/session/totp.test.ts',
};

/** Their words are no secret: a code of a fault, and an address where the person proves who it is, or of a page or key set. */
const NO_SECRET: ReadonlySet<ConsoleOperationId> = new Set([
  ...(['beginProviderSignIn', 'beginProviderConfirmation', 'beginIdentity', 'approveInboxLines'] as const),
  ...(['checkMove', 'runMove', 'previewImport', 'runImport', 'setPartnerKeys', 'setPartnerStatus'] as const),
  ...(['updatePartner', 'switchMemberPages', 'updateMemberPages'] as const),
]);

/** With what it refers to, of answers at every depth. */
function wholeSchema(schema: object): string {
  const text = JSON.stringify(schema);
  const names = [...text.matchAll(/"\$ref":"([^"#]+)#?"/g)].map(([, name]) => name);
  const parts = (CONSOLE_COMPONENTS as readonly { readonly $id?: string }[]).filter(({ $id }) => names.includes($id));
  return [text, ...parts.map(({ $id: _, ...part }) => wholeSchema(part))].join();
}

const SECRETS = /"(code|codes|recovery_codes|secret|client_secret|token|setup_url|url)":/;

test('every operation of the console whose answer holds a secret is proved by its use', () => {
  const making = CONSOLE_OPERATIONS.filter(
    ({ method, answer }) => method !== 'GET' && SECRETS.test(wholeSchema(answer)),
  ).map(({ id }) => id);
  assert.deepEqual(making.filter((id) => !NO_SECRET.has(id)).sort(), Object.keys(WALKED_IN).sort());
  for (const [id, file] of Object.entries(WALKED_IN)) {
    const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    assert.ok(source.includes(`'${id}'`), `${file} calls ${id}`);
  }
});
