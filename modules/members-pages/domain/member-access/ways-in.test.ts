import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allStatements } from '../../../../test-support/statements.ts';
import { MAIL_RULES } from '../../../mail/domain/kinds.ts';
import { WAYS_IN, type WayIn } from './ways-in.ts';

/** What a statement writes that opens pages, or the text by which it does. */
const OPENS: readonly RegExp[] = [
  /insert into (member_sessions|sign_in_requests|deputies)\b/,
  /update (member_sessions|deputies)\b[^;]*\bset\b[^;]*\b(token_hash|member_id|person_id|deputy_member_id|email) =/,
  /update sign_in_requests\b[^;]*\bset\b[^;]*\b(key_hash|number_hmac|key_used_at|number_used_at) =/,
  /insert into members\b/,
  /update members\b[^;]*\bset\b[^;]*\b(email|card) =/,
];

/** They end a way or empty it, count tries of it, or only look for it. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['end_old_member_sessions', 'update_deputy_ended', 'erase_members', 'erase_deputies'],
  ...['try_address_number', 'try_sign_in_number', 'update_member_address_bad'],
]);

test('every statement that writes a way into members’ pages is in the table of ways in, and the table has no other', async () => {
  const writing = (await allStatements())
    .map(({ statement: { name = '', text = '' } }) => ({ name, text }))
    .filter(({ text, name }) => OPENS.some((pattern) => pattern.test(text ?? '')) && !OTHERS.has(name ?? ''))
    .map(({ name }) => name);
  const named = Object.values<WayIn>(WAYS_IN).flatMap(({ statements }) => statements);
  assert.deepEqual([...new Set(writing)].sort(), [...named].sort());
});

test('every way in says what proves it, who hears of it and how signing out treats it', () => {
  for (const [name, { proof, notice, signOut }] of Object.entries<WayIn>(WAYS_IN)) {
    assert.ok(proof.length > 0, name);
    assert.ok(notice.startsWith('none: ') || notice in MAIL_RULES, name);
    assert.match(signOut, /^(ends|stays: )/, name);
  }
});
