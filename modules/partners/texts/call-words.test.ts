/** Each call and each error of the contract has its words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, partnerOperations } from '@timebank/contract';
import { inLanguage } from '../../../console/src/i18n/languages.ts';
import { activity } from './activity.ts';
import { callWords } from './call-words.ts';

const [en, de] = [inLanguage(callWords, 'en'), inLanguage(callWords, 'de')];
const [activityEn, activityDe] = [inLanguage(activity, 'en'), inLanguage(activity, 'de')];

test('every error code of the contract and every call has a sentence, in German another than in English', () => {
  for (const code of Object.keys(ERRORS) as (keyof typeof ERRORS)[]) {
    for (const part of ['why', 'todo'] as const) {
      const [english, german] = [en.errors[code]?.[part], de.errors[code]?.[part]];
      assert.ok(english && german && english !== german, `${code}: ${part}`);
    }
  }
  const subject = { member: 'Anna', hours: '2', items: 3 };
  for (const id of Object.keys(partnerOperations) as (keyof typeof partnerOperations)[]) {
    assert.notEqual(en.names[id], de.names[id], id);
    const [english, german] = [en.done[id](subject), de.done[id](subject)];
    assert.ok(english && german && english !== german, id);
    for (const word of ['Anna', '2', '3'])
      assert.equal(german.includes(word), english.includes(word), `${id}: ${word}`);
  }
});

test('every text about activity is another in German, and uses what it is given', () => {
  const said = (text: unknown): string =>
    typeof text === 'function' ? String(text(7, 8, 9)) : typeof text === 'object' ? JSON.stringify(text) : String(text);
  const same = new Set(['sum']);
  for (const key of Object.keys(activityEn) as (keyof typeof activityEn)[]) {
    const [english, german] = [said(activityEn[key]), said(activityDe[key])];
    assert.ok(german.length > 0 && (english !== german || same.has(key)), key);
    assert.deepEqual(german.match(/[789]/g)?.sort(), english.match(/[789]/g)?.sort(), key);
  }
});
