/** The texts that are loaded later are as whole as the others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, partnerOperations } from '@timebank/contract';
import { CALL_WORDS } from './call-words.ts';

const { en, de } = CALL_WORDS;

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
