/** What a member's session opens: the own pages, and nothing else of the service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type MemberOperation, memberOperations, OPERATIONS } from '@timebank/contract';
import { CONSOLE_BASE_PATH } from '../../../console/desk/contract/routes.ts';
import { consoleOperations } from '../../../test-support/console-contract/operations.ts';
import { startTestService, type TestCommunity, type TestService } from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, type MemberBrowser } from '../../../test-support/member-browser.ts';

let service: TestService;
let here: TestCommunity;
let there: TestCommunity;
let member: MemberBrowser;
before(async () => {
  service = await startTestService();
  [here, there] = [await open('Riverside'), await open('Hillside')];
  const { uuid } = await service.createMember({ communityId: here.id, name: 'Anna Berger' });
  member = await browserOfMember(service, here, uuid);
});
after(() => service.stop());

async function open(name: string): Promise<TestCommunity> {
  const made = await communityWithPages(service, { name });
  return made;
}

const filled = (path: string) => path.replace('{slug}', here.slug).replace(/\{\w+\}/g, '1');
const cookies = () => {
  const sent = member.cookie() ?? '';
  const value = sent.slice(sent.indexOf('=') + 1);
  // As the browser sends it, under the name of every other cookie, and as a token.
  return { Cookie: `${sent}; __Host-timebank-at-${there.slug}=${value}; __Host-timebank-session=${value}`, value };
};

test('no operation of the console and of the partner API answers a member', async () => {
  const { Cookie, value } = cookies();
  for (const [base, all] of [
    [CONSOLE_BASE_PATH, Object.values(consoleOperations)],
    ['/api/partner/v1', Object.values(OPERATIONS)],
  ] as const) {
    for (const { method, path, authentication } of all as readonly {
      readonly method: string;
      readonly path: string;
      readonly authentication?: { readonly access?: string };
    }[]) {
      const headers = { Cookie, Authorization: `Bearer ${value}`, Origin: service.origin };
      const answer = await fetch(`${service.origin}${base}${filled(path)}`, { method, headers, redirect: 'manual' });
      await answer.arrayBuffer();
      // Visitors may ask for a session and for their way in; tokens are for partners' secrets.
      const isPublic = (authentication?.access ?? '') === 'visitor';
      assert.ok(isPublic || (answer.status >= 400 && answer.status < 500), `${method} ${path}: ${answer.status}`);
    }
  }
});

const own: readonly MemberOperation[] = Object.values(memberOperations);

test('the session opens no page of another community, and without one only a visitor’s pages open', async () => {
  const { Cookie } = cookies();
  for (const { method, path, authentication } of own.filter((one) => one.method === 'GET')) {
    for (const headers of [{ Cookie }, {}]) {
      const answer = await fetch(`${service.origin}/at/${there.slug}${filled(path)}`, {
        method,
        redirect: 'manual',
        headers: { Accept: 'text/html', ...headers },
      });
      const text = await answer.text();
      assert.doesNotMatch(text, /Anna/);
      if (authentication.standing !== 'visitor') assert.equal(answer.status, 303, path);
      else assert.ok(answer.status < 500, path);
    }
  }
});

test('no form is taken without the token of its own session, or from another site', async () => {
  const [before] = await service.ownerQuery<{ count: string }>('select count(*) from audit_log');
  for (const { path } of own.filter((one) => one.method === 'POST')) {
    const address = filled(path);
    assert.equal((await member.send(address, {})).status, 403, `${path} without a token`);
    await member.get('');
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    assert.equal((await member.send(address, { csrf: member.csrf() }, foreign)).status, 403, `${path} from elsewhere`);
  }
  const [now] = await service.ownerQuery<{ count: string }>('select count(*) from audit_log');
  assert.equal(now?.count, before?.count, 'nothing was written');
});
