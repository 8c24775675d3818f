/** Words that members wrote are marked with their language, so that a screen reader speaks them in it (WCAG 3.1.2). */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { browserOfMember, openPages } from '../../../test-support/member-browser.ts';
import { addListing } from '../../members/domain/listings/create.ts';

const service = await testService();

async function setUp(languages: readonly string[]) {
  const community = await service.createCommunity();
  const { id, slug } = community;
  await openPages(service, id, { languages: languages });
  const join = async (name: string, language: string | null) => {
    const member = await service.createMember({ communityId: id, name, language });
    return { ...member, open: () => browserOfMember(service, { id, slug }, member.uuid) };
  };
  const ask = (memberId: string, title: string) =>
    addListing(
      service.deps,
      { communityId: id, memberId, actor: 'test' },
      { type: 'request', title, description: title },
    );
  return { join, ask };
}

/** The `lang` of each element that holds exactly these words; null: as the page. */
const langOf = (page: string, words: string) =>
  [...page.matchAll(/<(?:a|h1|p|blockquote)( [^>]*)?>([^<]*)</g)]
    .filter(([, , inside]) => inside === words)
    .map(([, attributes = '']) => / lang="([^"]*)"/.exec(attributes)?.[1] ?? null);

test('title, text and messages have the language of who wrote them, where it is not the page’s', async () => {
  const { join, ask } = await setUp(['de', 'fr', 'en']);
  const [amelie, karl, ines, emma] = [
    await join('Amélie Blanc', 'fr'),
    await join('Karl Kurz', null),
    await join('Inès Noir', 'tr'),
    await join('Emma Gray', 'en'),
  ];
  await ask(amelie.uuid, 'Arroser les plantes');
  await ask(karl.uuid, 'Hecke schneiden');
  await ask(ines.uuid, 'Regal aufbauen');
  const [reader, french] = [await emma.open(), await amelie.open()];
  const list = (await reader.get('/requests')).text;
  assert.deepEqual(langOf(list, 'Arroser les plantes'), ['fr']);
  assert.deepEqual(langOf(list, 'Hecke schneiden'), ['de'], 'the main language of the community');
  assert.deepEqual(langOf(list, 'Regal aufbauen'), ['de'], 'no page speaks Turkish');
  assert.deepEqual(langOf((await french.get('/requests')).text, 'Hecke schneiden'), ['de']);
  const path = /\/listing\/lst_\w+(?=" lang="fr")/.exec(list)?.[0] ?? '';
  assert.deepEqual(langOf((await reader.get(path)).text, 'Arroser les plantes'), ['fr', 'fr']);
  assert.deepEqual(langOf((await french.get(path)).text, 'Arroser les plantes'), [null, null]);
  const sent = await reader.post(path, path, { form: randomUUID(), message: 'I can help.' });
  assert.equal(sent.status, 303, sent.text);
  const answer = `/answer/${sent.location?.split('/answer/')[1]}`;
  assert.deepEqual(langOf((await french.get(answer)).text, 'I can help.'), ['en']);
  assert.deepEqual(langOf((await reader.get(answer)).text, 'I can help.'), [null]);
});

test('nothing is marked where neither member nor community has said a language', async () => {
  const { join, ask } = await setUp(['en']);
  const karl = await join('Karl Kurz', null);
  await ask(karl.uuid, 'Hecke schneiden');
  const emma = await join('Erna Grau', 'de');
  assert.deepEqual(langOf((await (await emma.open()).get('/requests')).text, 'Hecke schneiden'), [null]);
});
