import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldText } from '@timebank/contract/fold';
import { searchTerms, searchWordsOf } from './search-words.ts';

test('case and accents do not matter, whatever the script', () => {
  assert.equal(foldText('Jürgen WEISS-Ødegård'), 'jurgen weiss-odegard');
  assert.equal(foldText('Weiß'), foldText('WEISS'));
  assert.equal(foldText('Łukasz Đorđević'), 'lukasz dordevic');
  assert.equal(foldText('ΑΝΝΑ Иван'), 'αννα иван');
});

test('a member is found by name, number, address and reference, each word once', () => {
  const words = searchWordsOf({
    name: 'Anna Berger-Anna',
    email: 'a.berger@example.org',
    externalId: 'M-017',
    paymentReference: 'RF18539007547034',
  });
  assert.deepEqual(words, [...['rf18539007547034', 'm', '017', 'anna', 'berger', 'a', 'example', 'org', 'bergeranna']]);
});

test('a name with an apostrophe or a hyphen is also found without it, whichever sign is used', () => {
  for (const name of ["Bruno O'Brien", 'Bruno O’Brien', 'Bruno O´Brien', 'Bruno O`Brien-Weiß']) {
    const words = searchWordsOf({ name, paymentReference: 'RF18539007547034' });
    for (const word of ['bruno', 'o', 'brien', 'obrien']) assert.ok(words.includes(word), `${word} of ${name}`);
  }
  assert.ok(searchWordsOf({ name: 'Anna-Lena', paymentReference: 'RF18' }).includes('annalena'));
});

test('a payment reference is one term however it was grouped, other words are split', () => {
  assert.deepEqual(searchTerms('RF18 5390 0754 7034'), ['rf18539007547034']);
  assert.deepEqual(searchTerms('an berger'), ['berger', 'an']);
  assert.deepEqual(searchTerms(' -- '), []);
});
