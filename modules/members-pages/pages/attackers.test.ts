/** What attackers of the members' pages meet, beside what the tests of each page say. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { HourProposal } from '../../../console/desk/contract/proposals.ts';
import { signedIn } from '../../../test-support/console.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { testMailService } from '../../../test-support/mailing.ts';
import { communityWithPages, createMemberBrowser, type MemberBrowser } from '../../../test-support/member-browser.ts';
import { recordOn } from '../../../test-support/member-hours.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { startMailer } from '../../mail/domain/mailer.ts';
import { appointDeputy } from '../domain/deputies/deputies.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const { server, service } = await testMailService();
const community = await communityWithPages(service, { name: 'Riverside' });

const browser = (jar?: string) => createMemberBrowser(service.origin, community.slug, jar);
const member = (name: string, fields = {}) =>
  service.createMember({ communityId: community.id, name, language: 'en', ...fields });

async function letterFor({ uuid }: { readonly uuid: string }): Promise<string> {
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [uuid]);
  return letter?.code ?? '';
}

async function enteredAs(name: string): Promise<MemberBrowser> {
  const window = browser();
  assert.equal((await window.enter(await letterFor(await member(name)))).status, 303);
  return window;
}

/** Asks for a link in the browser. @returns what the mail has */
async function mailFor(window: MemberBrowser, email: string) {
  server.mails.length = 0;
  await window.post('/sign-in', '/sign-in', { email });
  const mailer = startMailer(service.deps, { origin: service.origin, pollMs: 20 });
  const linkTo = () =>
    server.mails
      .filter(({ to }) => to === email)
      .map(textOfMail)
      .find((one) => one.includes('enter?key='));
  await waitUntil('the mail', () => linkTo() !== undefined);
  await mailer.stop();
  const text = linkTo() ?? '';
  return {
    key: /enter\?key=([\w-]+)/.exec(text)?.[1] ?? '',
    number: /\b(\d{4} \d{4})\b/.exec(text)?.[1] ?? '',
  };
}

const press = (window: MemberBrowser, key: string) => window.post(`/enter?key=${key}`, '/enter', { key });
/** Whose home page it is; undefined: a visitor's. */
const nameIn = async (window: MemberBrowser) => /<h1>Hello, ([^<]+)</.exec((await window.get('')).text)?.[1];

test('a scanner that opens and presses begins a session which the member finds and ends, and the number still counts', async () => {
  const email = 'scanned@example.org';
  await member('Anna Berger', { email });
  const [window, scanner] = [browser(), browser()];
  const { key, number } = await mailFor(window, email);
  for (const method of ['HEAD', 'GET']) assert.equal((await scanner.get(`/enter?key=${key}`, method)).status, 200);
  assert.equal((await press(scanner, key)).status, 303);
  assert.equal((await window.post('/enter', '/enter', { number })).status, 303);
  const listed = (await window.get('/me/devices')).text;
  const others = [...listed.matchAll(/name="device" value="(\d+)"/g)].map(([, device]) => device ?? '');
  assert.equal(others.length, 1);
  assert.equal(await nameIn(scanner), 'Anna Berger');
  assert.equal((await window.post('/me/devices', '/me/devices', { device: others[0] ?? '' })).status, 303);
  assert.deepEqual([await nameIn(scanner), await nameIn(window)], [undefined, 'Anna Berger']);
});

test('from another site nobody is signed in as the attacker, and the attacker’s letter, link and number stay unused', async () => {
  const email = 'attacker@example.org';
  const attacker = await member('Eva Evil', { email });
  const own = browser();
  const { key, number } = await mailFor(own, email);
  const code = await letterFor(attacker);
  const [victim, visitor] = [await enteredAs('Ben Adler'), browser()];
  await visitor.get('/sign-in');
  await own.get('/sign-in');
  const kept = visitor.cookie();
  for (const headers of [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': undefined },
    { Origin: undefined, 'Sec-Fetch-Site': undefined },
    { Origin: 'null', 'Sec-Fetch-Site': undefined },
    { 'Sec-Fetch-Site': 'same-site' },
  ]) {
    for (const way of [{ code }, { key }, { number }]) {
      for (const window of [victim, visitor]) {
        for (const csrf of [window.csrf(), own.csrf(), '']) {
          const { status, setCookie } = await window.send('/enter', { ...way, csrf }, headers);
          assert.deepEqual([status, setCookie], [403, ''], JSON.stringify([headers, way]));
        }
      }
    }
  }
  // From the own origin, but with the token of the attacker's cookie.
  for (const way of [{ code }, { key }, { number }]) {
    assert.equal((await victim.send('/enter', { ...way, csrf: own.csrf() })).status, 403);
  }
  assert.deepEqual([await nameIn(victim), await nameIn(visitor), visitor.cookie()], ['Ben Adler', undefined, kept]);
  assert.equal((await own.post('/enter', '/enter', { number })).status, 303);
  assert.equal((await press(browser(), key)).status, 303);
  assert.equal((await browser().enter(code)).status, 303);
});

test('a cookie that was planted before sign-in opens nothing after it, by letter, link and number, and its token sends nothing', async () => {
  const email = 'fixed@example.org';
  const cara = await member('Cara Dietz', { email });
  for (const way of ['letter', 'link', 'number'] as const) {
    const planter = browser();
    await planter.get('/sign-in');
    const planted = planter.cookie();
    const token = planter.csrf();
    const victim = browser(planted);
    const { key, number } = await mailFor(victim, email);
    const enter = {
      letter: async () => victim.enter(await letterFor(cara)),
      link: () => press(victim, key),
      number: () => victim.post('/enter', '/enter', { number }),
    }[way];
    assert.equal((await enter()).status, 303, way);
    assert.notEqual(victim.cookie(), planted);
    assert.deepEqual([await nameIn(victim), await nameIn(planter)], ['Cara Dietz', undefined], way);
    assert.equal((await victim.send('/me', { csrf: token, letter_only: 'yes' })).status, 403);
    const signedIn = victim.cookie();
    assert.equal((await victim.post('/hours', '/sign-out', {})).status, 303);
    assert.notEqual(victim.cookie(), signedIn);
    assert.deepEqual([await nameIn(browser(signedIn)), await nameIn(browser(planted))], [undefined, undefined], way);
  }
});

test('nobody is led on from signing in to what is not a page of the community, however it is written', async () => {
  const home = `/at/${community.slug}`;
  for (const next of [
    ...['//evil', '///evil', '/\\evil', 'https:evil', '\t//evil', `${home}@evil`, `${home}.evil/x`, `${home}x/y`],
    ...[`${home}/../../console`, `${home}/%2e%2e/%2E./console`, `${home}/./../x`, `${home}/x\r\nSet-Cookie: a=b`],
  ]) {
    const dora = await member('Dora Ernst');
    const window = browser();
    const shown = await window.get(`/sign-in?next=${encodeURIComponent(next)}`);
    const kept = /name="next" value="([^"]*)"/.exec(shown.text) ? { next } : {};
    const { status, location } = await window.send('/enter', {
      csrf: window.csrf(),
      code: await letterFor(dora),
      ...kept,
    });
    assert.deepEqual([status, location], [303, home], JSON.stringify(next));
  }
});

test('who harvests names gets eight at most, of three letters at least, without family names, and no sign means any other', async () => {
  for (let at = 0; at < 12; at++) await member(`Fritz Gold${String.fromCharCode(97 + at)}mann`);
  const window = await enteredAs('Gerd Holm');
  const found = async (who: string) => {
    const form = { csrf: window.csrf(), side: 'helped', who, time: '1:00', day: '2026-11-18' };
    const { text } = await window.send('/record', form);
    return [...text.matchAll(/name="who" value="usr_\w+"(?: required)?><span>([^<]+)<\/span>/g)].map(
      ([, name]) => name,
    );
  };
  await window.get('/record');
  assert.deepEqual(await found('Fritz'), Array(8).fill('Fritz G.'));
  for (const [who, same] of [
    ['Fri%', 'Fri'],
    ['_ritz', 'ritz'],
  ] as const)
    assert.deepEqual(await found(who), await found(same), 'a sign is left out, and means nothing');
  for (const who of ['Fr', '%', '___', 'F%z', '%tz', 'fr 1 2', '\u{10ffff}', "Fri' or '1'='1"]) {
    assert.deepEqual(await found(who), [], who);
  }
  const visitor = browser();
  assert.equal((await visitor.get('/record?who=Fritz')).status, 303);
});

/** All that the database holds of a community's ways in, the bytes as hexadecimal digits. */
async function storedWaysIn(): Promise<string> {
  const tables = ['sign_in_requests', 'member_sessions', 'mails', 'audit_log'];
  const rows = await service.ownerQuery<{ row: string }>(
    tables
      .map((table) => `select to_jsonb(t)::text as row from ${table} t where community_id = $1`)
      .join(' union all '),
    [community.id],
  );
  return rows.map(({ row }) => row).join('\n');
}

test('who reads the database finds no code, number, link or cookie, and no digest of a code or number without the key', async () => {
  const email = 'read@example.org';
  const code = await letterFor(await member('Hanna Illig', { email }));
  const window = browser();
  const { key, number } = await mailFor(window, email);
  assert.equal((await press(window, key)).status, 303);
  const cookie = window.cookie()?.split('=')[1] ?? '';
  const stored = await storedWaysIn();
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  assert.ok(stored.includes(sha256(cookie)), 'the digests of what is long are looked for where they are');
  for (const secret of [code, number, key, cookie]) {
    const bare = secret.replace(/[-\s]/g, '');
    for (const text of new Set([secret, bare, bare.toLowerCase()])) {
      assert.match(text, /.{8}/);
      assert.ok(!stored.includes(text), 'readable');
      assert.ok(!stored.includes(Buffer.from(text).toString('hex')), 'as bytes');
      // The long ones are beyond trying; the short ones are not.
      if (secret === code || secret === number)
        assert.ok(!stored.includes(sha256(text)), 'a digest to try codes against');
    }
  }
});

test('an hour that one mailbox records and confirms is marked for the office, and one of two mailboxes is not', async () => {
  const office = await signedIn(service, { role: 'coordinator', communityId: community.id, slug: community.slug });
  const [ruth, karl] = [
    await member('Ruth Jung', { email: 'Jung@example.org' }),
    await member('Karl Jung', { email: 'jung@example.org' }),
  ];
  const [ruthIn, karlIn] = [browser(), browser()];
  assert.equal((await ruthIn.enter(await letterFor(ruth))).status, 303);
  assert.equal((await karlIn.enter(await letterFor(karl))).status, 303);
  const other = await member('Lena Kurz', { email: 'kurz@example.org' });
  for (const who of [karl.id, other.id]) {
    await recordOn(ruthIn, who);
  }
  const path = /\/record\/prp_\w+/.exec((await karlIn.get('')).text)?.[0] ?? '';
  assert.equal((await karlIn.post(path, path, { do: 'confirm', seen: '1' })).status, 303);
  const listed = async (state: string) => {
    const { body } = await office.client.call('listHourProposals', {
      params: { slug: community.slug },
      query: { state },
    });
    return body.data.map((one: HourProposal) => [one.provider.name, one.receiver.name, one.one_mailbox]);
  };
  assert.deepEqual(await listed('confirmed'), [['Ruth Jung', 'Karl Jung', true]]);
  assert.deepEqual(await listed('waiting'), [['Ruth Jung', 'Lena Kurz', false]]);
  // A mailbox that signs in for both: the deputy's of one is the other's.
  const nora = await member('Nora Alt', { email: null });
  const act = { communityId: community.id, memberId: nora.uuid, actor: 'test' };
  await appointDeputy(
    service.deps,
    act,
    { name: 'Her son', email: 'JUNG@example.org' },
    { agreedOn: null, how: 'paper' },
  );
  await recordOn(ruthIn, nora.id, { side: 'was_helped', time: '0:30' });
  assert.deepEqual((await listed('waiting'))[0], ['Nora Alt', 'Ruth Jung', true]);
});
