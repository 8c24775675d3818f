/** While a community moves to another installation, and afterwards, its pages say so to everyone who comes by an old address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { createMemberBrowser } from '../../../test-support/member-browser.ts';

const service = await testService();

async function openCommunity(state: string, movedTo: string | null, languages = '{de}') {
  const community = await service.createCommunity({ name: 'Elm' });
  await service.ownerQuery(
    `update communities set members_side = true, languages = $4, move_state = $2, move_id = gen_random_uuid(), moved_to = $3
     where id = $1`,
    [community.id, state, movedTo, languages],
  );
  return createMemberBrowser(service.origin, community.slug);
}

test('pages of a community that moves ask for a few minutes, in its frame and language', async () => {
  const browser = await openCommunity('leaving', null);
  const { status, headers, text } = await browser.get('/record', 'GET', { 'Accept-Language': 'de' });
  assert.equal(status, 503);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.ok(text.includes('Diese Seiten ziehen um'));
});

test('pages of a community that has moved lead to the same page at its new address; forms book nothing', async () => {
  const browser = await openCommunity('left', 'https://two.example.org', '{en}');
  for (const path of ['', '/enter?code=AAAA-BBBB-CCCC', '/record']) {
    const { status, text } = await browser.get(path);
    assert.equal(status, 421, path);
    assert.ok(new RegExp(`href="https://two\\.example\\.org/at/c-[0-9a-f]+${path.split('?')[0]}"`).test(text), path);
  }
  assert.equal((await browser.send('/sign-in', { email: 'a@example.org' })).status, 421);
});

test('a copy that has not arrived yet has no pages', async () => {
  const browser = await openCommunity('arriving', null);
  assert.equal((await browser.get('')).status, 404);
});
