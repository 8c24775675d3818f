import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../test-support/harness.ts';
import { createMemberBrowser, openPages } from '../../test-support/member-browser.ts';
import { memberLanguage, personLanguage, spokenLanguages } from './language.ts';

const service = await testService();

/** Languages of the community, the person's own, and the language of what is written without a browser. */
const WRITTEN = [
  [['de'], null, 'de'],
  [['de'], 'tr', 'de'],
  [['de'], 'en', 'de'],
  [['de-AT', 'en'], 'en-GB', 'en'],
  [['de-AT', 'en'], 'EN', 'en'],
  [['de-AT', 'en'], 'english', 'de'],
  [['tr', 'de', 'en'], 'tr', 'de'],
  [['tr', 'de', 'en'], 'en', 'en'],
  [['tr'], 'tr', 'en'],
  [['en'], 'de', 'de'],
  [['en'], null, 'en'],
  [['en', 'fr'], 'de', 'en'],
] as const;

test('mails and slips are in the own language where the community speaks it, else in its main one, as pages are', async () => {
  for (const [languages, own, language] of WRITTEN) {
    const [row] = await service.ownerQuery<{ language: string }>(
      `select ${memberLanguage('own', 'languages')} as language from (values ($1::text, $2::text[])) as v (own, languages)`,
      [own, languages],
    );
    assert.equal(row?.language, language, `${languages} ${own}`);
    assert.equal(personLanguage(languages, own, undefined), language, `${languages} ${own}`);
  }
});

test('a browser is answered in what it asks for most among the languages of the community, else in the main one', () => {
  for (const [languages, accepted, language] of [
    [['de'], 'tr', 'de'],
    [['de'], 'fr-CH, fr;q=0.9, en;q=0.8', 'de'],
    [['de'], '*', 'de'],
    [['de', 'en'], 'tr, en;q=0.5', 'en'],
    [['de', 'en'], 'en-GB, en;q=0.9, de;q=0.8', 'en'],
    [['tr', 'fr'], 'fr, de;q=0.7', 'fr'],
    [['tr', 'pt'], 'pt, de;q=0.7', 'de'],
    [['es', 'it'], 'it-CH', 'it'],
    [['en'], 'de, en;q=0.5', 'de'],
    [['en'], 'tr', 'en'],
  ] as const) {
    assert.equal(personLanguage(languages, null, accepted), language, `${languages} ${accepted}`);
  }
  assert.deepEqual(spokenLanguages(['de-AT', 'tr', 'de']), ['de']);
});

test('pages of a community that speaks German answer a Turkish and an English browser in German', async () => {
  const { id, slug } = await service.createCommunity({ name: 'Seeufer' });
  await openPages(service, id, { languages: ['de'] });
  for (const language of ['tr', '*', 'en-GB,en;q=0.9', '']) {
    const page = await createMemberBrowser(service.origin, slug).get('', 'GET', { 'Accept-Language': language });
    assert.match(page.text, /<html lang="de">/, language);
  }
});
