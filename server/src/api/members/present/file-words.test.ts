import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANSWER_STATES,
  CONTACT_WAYS,
  CONTACTS,
  DEPUTY_HOWS,
  LISTING_STATUSES,
  MAIL_KINDS,
  MAIL_STATES,
  MEMBER_MAIL_KINDS,
  MEMBER_STATUSES,
  OWN_FIELD_KINDS,
  PROPOSAL_HOWS,
  PROPOSAL_STATES,
} from '@timebank/contract';
import { ACCOUNT_KINDS, LINE_KINDS } from '@timebank/contract/console';
import { fileWord } from './file-words.ts';

/** Of mails that no member gets. */
const NOT_TO_MEMBERS: ReadonlySet<string> = new Set(['invitation', 'password.reset', 'mail.test', 'office.alert']);
const WORDS: readonly (readonly [key: string, values: readonly string[]])[] = [
  ['state', [...ANSWER_STATES, ...PROPOSAL_STATES, ...MAIL_STATES]],
  ['status', [...MEMBER_STATUSES, ...LISTING_STATUSES]],
  ['kind', [...LINE_KINDS, ...ACCOUNT_KINDS, ...OWN_FIELD_KINDS]],
  ['kind', MAIL_KINDS.filter((kind) => !NOT_TO_MEMBERS.has(kind))],
  ['how', [...DEPUTY_HOWS, ...PROPOSAL_HOWS]],
  ['preferred_contact', CONTACT_WAYS],
  ['released', CONTACTS],
  ['mail_kinds', MEMBER_MAIL_KINDS],
];
/** Alike in both languages. */
const ALIKE: ReadonlySet<string> = new Set(['text', 'organisation']);

test('each closed word of what is stored about a member has words in German, and none shows a sign of programs', () => {
  const missing = WORDS.flatMap(([key, values]) =>
    values
      .filter((value) => !ALIKE.has(value) && fileWord(key, value, 'de') === value)
      .map((value) => `${key} ${value}`),
  );
  assert.deepEqual(missing, []);
  const raw = WORDS.flatMap(([key, values]) => values.map((value) => fileWord(key, value, 'en'))).filter((shown) =>
    /[_.]/.test(shown),
  );
  assert.deepEqual(raw, []);
});
