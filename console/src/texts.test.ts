/** Every text is there in every language. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import first from '../../service/console/texts/first.ts';
import { leaveLanguage } from '../one-language.ts';
import { allTexts } from '../test-support/texts.ts';
import { localeOf } from './i18n/format.ts';

type Node =
  | string
  | readonly string[]
  | readonly (readonly string[])[]
  | ((...parameters: never[]) => string)
  | { readonly [key: string]: Node };

/** Texts that are rightly the same in both languages: names, examples, signs. */
const SAME = new Set([
  'app.name',
  'act.optional',
  'nav.import',
  'imports.title',
  'accounts.name',
  'members.name',
  'member.name',
  'administrators.person',
  'account.browser',
  'auditFields.user_agent',
  'newPartner.addressesExample',
  'newPartner.presets.bank.label',
  'ownFields.kinds.text',
  'imports.separators.bar',
  'access.tokens.id',
  'imports.columns.status',
  'imports.columns.name',
  'visibility.listed',
]);
/** A German word may be spelled like the English one. */
const SAME_WORDS =
  /^(Text|Installation|Passkey|Pseudonym|System|Browser|Organisation|Person|Partner|Passkeys|Administrator|Details|Problem|Webhooks|Status|Filter|Name|Import)$/;

function* leaves(node: Node, path: readonly string[] = []): Generator<[path: string, value: Node]> {
  if (typeof node !== 'object') return yield [path.join('.'), node];
  for (const [key, value] of Object.entries(node)) yield* leaves(value, [...path, key]);
}

const english = new Map(leaves(allTexts('en') as Node));
const german = new Map(leaves(allTexts('de') as Node));

test('no text is missing in German, and none is there that English has not', () => {
  assert.deepEqual([...german.keys()].sort(), [...english.keys()].sort());
});

test('no text is empty in one language only, and those with parameters take as many', () => {
  for (const [path, value] of english) {
    const other = german.get(path);
    assert.equal(typeof other, typeof value, path);
    if (typeof value === 'string') assert.equal(other === '', value === '', path);
  }
});

test('no text was left in English', () => {
  const left = [...english].filter(
    ([path, value]) =>
      typeof value === 'string' &&
      /[a-z]{3}/i.test(value) &&
      german.get(path) === value &&
      !SAME.has(path) &&
      // Names and numbers of an example.
      !/^imports\.examples\.\w+\.[1-9]/.test(path) &&
      // Names of other systems.
      !path.startsWith('moving.systems.') &&
      !SAME_WORDS.test(value),
  );
  assert.deepEqual(left, []);
});

test('every text with parameters uses them in German as in English', () => {
  for (const [path, value] of english) {
    const other = german.get(path);
    // These take their parts by name; import.test.ts, move-in.test.ts and call-words.test.ts hold them to that.
    if (/^(imports\.faults|moving\.faults|moving\.fileFaults|callWords\.done)\./.test(path)) continue;
    if (typeof value !== 'function' || typeof other !== 'function') continue;
    for (const number of [0, 1, 2, 1234]) {
      const call = (text: typeof value) => (text as (...parameters: unknown[]) => string)(number, 7, 7, 7);
      for (const text of [call(value), call(other)]) {
        assert.ok(text.length > 0, path);
        assert.doesNotMatch(text, /undefined|NaN|\[object/, path);
      }
      const digits = (text: string) => /\d/.test(text);
      assert.equal(digits(call(other)), digits(call(value)), `${path}: ${call(value)} | ${call(other)}`);
    }
  }
});

test('no text speaks in words of programs: UTC, SHA-256, AcctSvcrRef, users.read', () => {
  const spoken = [...english, ...german].flatMap(([path, value]) => {
    const said = typeof value === 'function' ? (value as (...parts: number[]) => string)(7, 7, 7, 7) : `${value}`;
    return /\b(UTC|SHA-256|AcctSvcrRef|users\.read)\b/.test(said) ? [`${path}: ${said}`] : [];
  });
  assert.deepEqual(spoken, []);
});

test('of texts that stand side by side, a browser loads those of one language', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = globSync('{console/src,modules/*}/texts/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/first-letters.ts'],
  }).map((file) => readFileSync(join(root, file), 'utf8'));
  const left = (code: string) => sources.map((source) => leaveLanguage(source, code)).join('\n');
  const [leftEnglish, leftGerman] = [left('en'), left('de')];
  // Short ones may be a part of another; what is written in several parts is not found.
  const long = [...german].filter(([path, value]) => `${value}`.length > 30 && value !== english.get(path));
  const texts = long.filter(([, value]) => typeof value === 'string' && leftGerman.includes(value));
  assert.ok(texts.length > 500, `${texts.length}`);
  assert.deepEqual(
    texts.filter(([, value]) => leftEnglish.includes(value as string)),
    [],
  );
  assert.ok(![leftEnglish, leftGerman].some((text) => /\b(?:en|de): |\bphrase\(/.test(text)), 'no pair is left');
});

test('dates and numbers follow the browser, and a tag that is none is passed over', () => {
  assert.equal(localeOf('de', ['fr', 'de-AT']), 'de-AT');
  assert.equal(localeOf('en', ['en-US@posix']), 'en-GB');
  assert.equal(localeOf('de', []), 'de');
});

/** Terms that native readers stumbled over, and that have a better one: see docs/decisions/words.md. */
const REPLACED = {
  en: /\b(chest|taken? back|(let|lets) (it |them )?in|shut out|brought along|given up|told|mend|npx|command line)\b/i,
  de: /Geheimnis|Austausch|Spielwiese|Notschalter|Verwalter\b|Befinden|\beinlassen|eingelassen|zurückgenommen|mitgebracht|getippt|\bTausch(?!börse)|getauscht|\bInhaber|Administrator|Koordinator|Prüfer|Konsole|Kommandozeile|Befehlszeile|Betreiber\b|Abgleich|Abstimmung|npx/i,
};

test('no text goes back to a term that has a better one', () => {
  for (const [texts, replaced] of [
    [english, REPLACED.en],
    [german, REPLACED.de],
  ] as const) {
    assert.deepEqual(
      [...texts].filter(([, value]) => replaced.test(String(value))),
      [],
    );
  }
});

/** Files that are there before the texts of the other screens are. */
function* early(path: string, seen = new Set<string>()): Generator<[path: string, source: string]> {
  if (seen.has(path)) return;
  seen.add(path);
  const source = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  yield [path, source];
  for (const [, target] of source.matchAll(/^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'/gms)) {
    if (!/i18n\/|\/texts\//.test(target ?? '')) yield* early(normalize(join(dirname(path), target as string)), seen);
  }
}

test('what is shown before other texts are loaded, speaks without them', () => {
  const known = new Set(Object.keys(first));
  for (const first of [
    'console/src/app.tsx',
    'service/console/routes.tsx',
    'modules/office/screens/set-up.tsx',
    'modules/office/screens/community-overview.tsx',
  ]) {
    const files = [...early(first)];
    assert.ok(files.length > 4, first);
    for (const [path, source] of files) {
      for (const [, topic = ''] of source.matchAll(/(?<!i18n\/)\b(?:text|useText\(\))\.(\w+)/g)) {
        assert.ok(known.has(topic) || topic === 'ts', `${path}: ${topic}`);
      }
    }
  }
});
