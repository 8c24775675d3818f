/** What was used, ended or signed out since a backup does not come to life again with it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { systemClock } from '../../../core/base/clock.ts';
import { newSecretKey } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { runCommand } from '../../../test-support/command.ts';
import { openConsole, signedIn, TEST_PASSWORD } from '../../../test-support/console.ts';
import { withTestDatabase } from '../../../test-support/database.ts';
import { startTestService, type TestCommunity, type TestService } from '../../../test-support/harness.ts';
import { startMailServer, type TestMailServer, textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll } from '../../../test-support/mailing.ts';
import { browserOfMember, communityWithPages, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { execute, silentLog } from '../../../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { appointDeputy, endDeputy } from '../../members-pages/domain/deputies/deputies.ts';
import { writeLetters } from '../../members-pages/domain/member-access/letters.ts';

const KEY = newSecretKey();
const WITH_KEY = { SECRET_KEY: KEY };

let folder: TemporaryFolder;
let server: TestMailServer;
let service: TestService;
let community: TestCommunity;
let file: string;
before(async () => {
  folder = await createTemporaryFolder();
  file = join(folder.path, 'before.backup');
  server = await startMailServer();
  const env = { ...WITH_KEY, SMTP_URL: server.url, MAIL_FROM: 'Riverside <office@tb.example>' };
  service = await startTestService({ clock: systemClock, env });
  await openKeys(service.config, service.deps.database, systemClock, silentLog);
  community = await communityWithPages(service, { name: 'Riverside' });
});
after(async () => {
  await service?.stop();
  await server?.stop();
  await folder?.remove();
});

const newMember = (name: string, more = {}) =>
  service.createMember({ communityId: community.id, name, language: 'en', ...more });
const act = (memberId: string) => ({ communityId: community.id, actor: 'test', memberId });

async function run(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(service.testDatabase, args, WITH_KEY);
  assert.equal(code, 0, stderr);
  return stdout;
}

test('a letter, mailed link, invitation, link to a secret and session of a backup open nothing after its restore, and all are counted', async () => {
  const [ada, ben, cara] = [await newMember('Ada'), await newMember('Ben'), await newMember('Cara')];
  const dora = await newMember('Dora', { email: 'dora@example.org' });
  const codes = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [ada.uuid, dora.uuid]);
  const [code = '', unused = ''] = codes.map((letter) => letter.code);
  const signedOut = await browserOfMember(service, community, ben.uuid);
  const agreed = { agreedOn: '2026-01-02', how: 'paper' } as const;
  const deputy = await appointDeputy(service.deps, act(cara.uuid), { deputyMemberId: ben.uuid }, agreed);
  const acting = await browserOfMember(service, community, ben.uuid);
  await acting.post('/act', '/act', { person: encodeId('dpt', deputy) });
  const asking = createMemberBrowser(service.origin, community.slug);
  await asking.post('/sign-in', '/sign-in', { email: 'dora@example.org' });
  await mailAll(service);
  const text = server.mails.map(textOfMail).find((one) => one.includes('/enter?key=')) ?? '';
  const key = /enter\?key=([\w-]+)/.exec(text)?.[1] ?? '';
  const number = /\b(\d{4} \d{4})\b/.exec(text)?.[1] ?? '';
  const owner = await signedIn(service, { communityId: community.id, slug: community.slug });
  const { client, slug } = owner;
  const invited = await client.call('inviteAdministrator', {
    params: { slug },
    json: { email: 'new@example.org', role: 'coordinator' },
  });
  const invitation = (invited.body.data.setup_url as string).split('#')[1] ?? '';
  const created = await client.call('createPartner', {
    params: { slug },
    json: { name: 'Bank', scopes: ['users.read'] },
  });
  const { partner, credential_id: credentialId, client_secret: secret } = created.body.data;
  const params = { slug, partnerId: partner.id, credentialId };
  const link = (await client.call('createHandOver', { params, body: { client_secret: secret } })).body.data;
  const kit = (link.url as string).split('#')[1] ?? '';
  assert.deepEqual([(await acting.get('/hours')).status, (await signedOut.get('/hours')).status], [200, 200]);

  await run('backup', file);

  // All of it is used or ended after the backup.
  assert.equal((await createMemberBrowser(service.origin, slug).enter(code)).status, 303);
  await signedOut.post('/hours', '/sign-out', {});
  await endDeputy(service.deps, act(cara.uuid), deputy);
  assert.equal((await asking.post(`/enter?key=${key}`, '/enter', { key })).status, 303);
  const developer = await openConsole(service);
  assert.equal((await developer.call('openHandOver', { body: { token: kit } })).status, 200);

  await withTestDatabase(async (target) => {
    const { code: exit, stdout, stderr } = await runCommand(target, ['restore', file, '--json'], WITH_KEY);
    assert.equal(exit, 0, stderr);
    const told = JSON.parse(stdout);
    assert.deepEqual(told.ended, {
      member_sessions: 1,
      deputy_sessions: 1,
      letters: 2,
      mailed_links: 1,
      invitations: 1,
      setup_links: 0,
      secret_links: 1,
    });
    assert.deepEqual(told.deputies, [{ community: slug, member: 'Cara', deputy: 'Ben', agreed_on: '2026-01-02' }]);
    assert.deepEqual(told.mails, { waiting: 1, dropped: false });
    const restored = await startTestService({ database: target, clock: systemClock, env: WITH_KEY });
    try {
      const at = (jar?: string) => createMemberBrowser(restored.origin, slug, jar);
      for (const old of [code, unused]) assert.notEqual((await at().enter(old)).status, 303, 'a letter');
      for (const jar of [signedOut.cookie(), acting.cookie(), asking.cookie()]) {
        assert.notEqual((await at(jar).get('/hours')).status, 200, 'a session');
      }
      assert.equal((await at().post('/sign-in', '/enter', { key })).status, 410);
      assert.equal((await at(asking.cookie()).post('/sign-in', '/enter', { number })).status, 422);
      const browser = await openConsole(restored);
      assert.equal((await browser.call('openHandOver', { body: { token: kit } })).body.error, 'hand_over_invalid');
      const body = { token: invitation, name: 'New', password: TEST_PASSWORD };
      assert.notEqual((await browser.call('setUp', { body })).status, 200);
      // What is made afterwards opens.
      const [letter] = await writeLetters(restored.deps, { communityId: community.id, actor: 'test' }, [ada.uuid]);
      assert.equal((await at().enter(letter?.code ?? '')).status, 303);
    } finally {
      await restored.stop();
    }
  });
});

test('deputies, mails that wait and what was ended are in the output, and mails are dropped where the operator says so', async () => {
  await withTestDatabase(async (target) => {
    const { stdout } = await runCommand(target, ['restore', file, '--drop-mails'], WITH_KEY);
    assert.match(stdout, /^letters with a code {3}2$/m);
    assert.match(stdout, new RegExp(`^ {2}${community.slug}: Ben for Cara, 2026-01-02$`, 'm'));
    assert.match(stdout, /^1 mail that waited will never be sent\.$/m);
    assert.deepEqual(await execute(target.ownerUrl, "select state as name from mails where state = 'due'"), []);
  });
});

test('a move of everything ends no letter, since no time passes in it', async () => {
  await withTestDatabase(async (source) => {
    assert.equal((await runCommand(source, ['restore', file], WITH_KEY)).code, 0);
    await execute(source.ownerUrl, "update sign_in_requests set ended_at = null where way = 'letter'");
    await withTestDatabase(async (target) => {
      const to = ['--to', target.appUrl, '--to-owner', target.ownerUrl];
      const moved = await runCommand(source, ['move', ...to], WITH_KEY);
      assert.equal(moved.code, 0, moved.stderr);
      assert.doesNotMatch(moved.stdout, /Ended/);
      const open = "way = 'letter' and ended_at is null and key_used_at is null";
      const letters = await execute(target.ownerUrl, `select id::text as name from sign_in_requests where ${open}`);
      assert.equal(letters.length, 2);
    });
  });
});
