import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameForMembers } from './name-for-members.ts';

test('a name that is written from right to left stays in one piece, with its point, and another has no marks', () => {
  const of = (name: string, namesWhole = false) =>
    nameForMembers({ name, givenName: null, familyName: null }, { namesWhole });
  assert.equal(of('משה עמר'), '\u2068משה ע.\u2069');
  assert.equal(of('محمد علي', true), '\u2068محمد علي\u2069');
  assert.equal(of('Şükrü Öz'), 'Şükrü Ö.');
});
