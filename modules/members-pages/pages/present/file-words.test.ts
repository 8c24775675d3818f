/** What is stored about a member is read in words: every name and every closed word of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '@timebank/contract';
import * as consoleContract from '../../../../test-support/console-contract/index.ts';
import { fileKey } from './file-keys.ts';
import { fileWord } from './file-words.ts';

interface FileNames {
  /** `deputies.how`: a name, behind that of what it is part of. */
  readonly keys: Set<string>;
  /** By the name. */
  readonly words: Map<string, Set<string>>;
}

interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

const all: readonly unknown[] = [...Object.values(contract), ...Object.values(consoleContract)];
const named = all.filter((one): one is Schema => typeof one === 'object' && one !== null && '$id' in one);

function walk(schema: Schema, found: FileNames, of = ''): FileNames {
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    found.keys.add(`${of}.${key}`);
    walk(value, found, key);
  }
  for (const one of schema.anyOf ?? []) walk(one, found, of);
  if (schema.items) walk(schema.items, found, of);
  if (schema.$ref) {
    const target = named.find(({ $id }) => `${$id}#` === schema.$ref);
    assert.ok(target, schema.$ref);
    walk(target, found, of);
  }
  const words = [...(schema.enum ?? []), schema.const].filter((one): one is string => typeof one === 'string');
  found.words.set(of, new Set([...(found.words.get(of) ?? []), ...words.filter((word) => word !== '')]));
  return found;
}

const stored = walk(consoleContract.MemberExport as Schema, { keys: new Set(), words: new Map() });
/** Alike in both languages. */
const ALIKE: ReadonlySet<string> = new Set(['kind text', 'kind organisation']);
/** Of mails that no member gets. */
const NOT_TO_MEMBERS: ReadonlySet<string> = new Set(['invitation', 'password.reset', 'mail.test', 'office.alert']);

test('each name of what is stored about a member has words in every language', () => {
  assert.ok(stored.keys.size > 100 && stored.keys.has('deputies.how'));
  const missing = [...stored.keys].filter((path) => {
    const [within = '', key = ''] = path.split('.');
    return contract.MEMBER_LANGUAGES.some((lang) => fileKey(key, within, lang) === undefined);
  });
  assert.deepEqual(missing, []);
});

test('the number of a listing is not read as that of the member', () => {
  for (const lang of contract.MEMBER_LANGUAGES)
    assert.notEqual(fileKey('external_id', 'listings', lang), fileKey('external_id', 'member', lang), lang);
});

test('each closed word of what is stored about a member has words in German, and none looks like a program’s', () => {
  const mails = contract.MAIL_KINDS.filter((kind) => !NOT_TO_MEMBERS.has(kind)).map((kind) => ['kind', kind] as const);
  const words = [...stored.words].flatMap(([key, values]) => [...values].map((value) => [key, value] as const));
  assert.ok(words.length > 50);
  const german = [...words, ...mails].filter(([key, value]) => fileWord(key, value, 'de') === value);
  assert.deepEqual(
    german.map((pair) => pair.join(' ')).filter((pair) => !ALIKE.has(pair)),
    [],
  );
  const raw = [...words, ...mails]
    .map(([key, value]) => fileWord(key, value, 'en'))
    .filter((shown) => /[_.]/.test(shown));
  assert.deepEqual(raw, []);
});
