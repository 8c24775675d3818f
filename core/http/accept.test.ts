import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsHtml, languageOf } from './accept.ts';

const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const CHROME = `${FIREFOX.replace('*/*', 'image/avif,image/webp,image/apng,*/*')},application/signed-exchange;v=b3;q=0.7`;

test('a page is for who names HTML, and for nobody who takes anything, names JSON before it or refuses HTML', () => {
  for (const accept of [
    FIREFOX,
    CHROME,
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'application/json;q=0.5, text/html',
  ]) {
    assert.equal(acceptsHtml(accept), true, accept);
  }
  for (const accept of [
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.9',
    'text/html;q=0',
    'text/html;q=x',
    `${'a/b,'.repeat(40)}text/html`,
  ]) {
    assert.equal(acceptsHtml(accept), false, accept);
  }
});

test('the language is German only where German is preferred to English', () => {
  for (const [header, language] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-CH, fr;q=0.9, de;q=0.7', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['de;q=0.5, en;q=0.5', 'en'],
    ['de;q=0', 'en'],
    ['den', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ] as const) {
    assert.equal(languageOf(header), language, header);
  }
});
