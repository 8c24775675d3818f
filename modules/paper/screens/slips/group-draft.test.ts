/** A slip of one and many while it is typed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormat } from '../../../../console/src/i18n/format.ts';
import { chosen, NOBODY, type Party } from '../../../../console/src/parts/forms/party.ts';
import { allTexts } from '../../../../console/test-support/texts.ts';
import { type Draft, isTwice, isTyped, missingIn, newDraft, sumsOf, withNext } from './group-draft.ts';

const text = allTexts('en');
const format = createFormat('en-GB');
const party = (name: string): Party => ({ id: `usr_${name}`, name, hint: '', balanceHours: null });
const [ANNA, BEN, CLEO] = ['Anna', 'Ben', 'Cleo'].map(party) as [Party, Party, Party];
const draft = (part: Partial<Draft> = {}): Draft => ({ ...newDraft('receivers'), ...part });
const whole = { one: chosen(ANNA), others: [BEN, CLEO], each: '1:30' };
const sums = (part: Partial<Draft>) => sumsOf(draft({ ...whole, ...part }), text.slips.group, format);

test('each slip has a key of its own, and is empty until something is typed', () => {
  assert.notEqual(draft().key, draft().key);
  assert.equal(isTyped(draft()), false);
  assert.equal(isTyped(draft({ many: 'providers', note: '  ' })), false);
  for (const part of [{ one: chosen(ANNA) }, { others: [BEN] }, { each: '1' }, { total: '1' }, { note: 'x' }]) {
    assert.equal(isTyped(draft(part)), true, JSON.stringify(part));
  }
});

test('a name that is chosen joins the several once, and never the one', () => {
  const one = draft({ one: chosen(ANNA) });
  const two = withNext(one, chosen(BEN));
  assert.deepEqual([two.others, two.next], [[BEN], NOBODY]);
  for (const again of [BEN, ANNA]) {
    const refused = withNext(two, chosen(again));
    assert.deepEqual([refused.others, isTwice(refused)], [[BEN], true]);
  }
  const typing = withNext(two, { ...NOBODY, typed: 'Cl' });
  assert.deepEqual([typing.others, typing.next.typed, isTwice(typing)], [[BEN], 'Cl', false]);
});

test('what is missing is named field by field, in their order', () => {
  const missing = (part: Partial<Draft>) => Object.keys(missingIn(draft(part), text));
  assert.deepEqual(missing({}), ['one', 'next', 'each']);
  assert.deepEqual(missing({ ...whole, others: [BEN] }), ['next']);
  assert.deepEqual(missing({ ...whole, next: { ...NOBODY, typed: 'Dan' } }), ['next']);
  assert.deepEqual(missing({ ...whole, each: 'soon', total: 'much' }), ['each', 'total']);
  assert.deepEqual(missing(whole), []);
});

test('the sums say what goes to the community fund, from whichever side it comes', () => {
  assert.equal(sums({}), '2 × 1.5 = 3 h');
  assert.equal(sums({ total: '2:30' }), '2 × 1.5 = 3 h · 0.5 h go to the community fund');
  assert.equal(sums({ many: 'providers', total: '4' }), '2 × 1.5 = 3 h · 1 h go to the community fund');
  assert.equal(sums({ total: '5' }), '2 × 1.5 = 3 h');
  assert.deepEqual([sums({ each: '' }), sums({ each: 'soon' }), sums({ others: [] })], ['', '', '']);
});
