/** The commands that pages tell people to run: none fetches a package that nobody of this project has published. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './test-support/blocks.ts';

/** `npx`, `npm install`, `npm exec` with what they fetch; options of npm before it. */
const FETCHES = /\bnp(?:x|m (?:install|i|exec|x))((?: -[\w-]+(?:=\S+)?)*) ([^\s`'"|;)]+)/g;
/** A file of the service or of a folder. */
const IS_ADDRESS = /^(?:https?:\/\/|\$\w+\/|\.{1,2}\/)\S+\.tgz$/;
/** In a clone, where npx finds it before any registry is asked; and the collections' two programs, by their makers. */
const KNOWN = new Set(['timebank', 'newman', '@usebruno/cli']);

const isPartners = (file: string) => file.startsWith('docs/partner/') || file === 'client/README.md';

/** All that people read: every page, and the sources whose texts programs print. */
const FILES = globSync(
  [
    '*.md',
    '{docs,client,console,core,modules,server,service,examples,collections,contract,bench}/**/*.{md,ts,tsx,mjs}',
  ],
  {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/test-support/**'],
  },
);

async function texts(): Promise<[file: string, text: string][]> {
  return Promise.all(FILES.map(async (file) => [file, await readFile(join(ROOT, file), 'utf8')]));
}

test("no page and no text of a program fetches a package by a name that is not ours, and a partner's only by address", async () => {
  let addresses = 0;
  for (const [file, text] of await texts()) {
    for (const [command, options = '', what = ''] of text.matchAll(FETCHES)) {
      if (options.includes('--no-install') || what.startsWith('<')) continue;
      if (IS_ADDRESS.test(what)) addresses++;
      else assert.ok(KNOWN.has(what) && !isPartners(file), `${file}: ${command}`);
    }
  }
  assert.ok(addresses >= 4, String(addresses));
});

test("no page of a partner shows an administrator's command", async () => {
  for (const [file, text] of await texts()) {
    if (isPartners(file)) assert.doesNotMatch(text, /\btimebank (?:partner|community|admin|member|statement)\b/, file);
  }
});

test("the client's file has the version of the client wherever a page names it", async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'client/package.json'), 'utf8')) as { version: string };
  let named = 0;
  for (const [file, text] of await texts()) {
    for (const [name] of text.matchAll(/timebank-client-\d[\w.-]*\.tgz/g)) {
      assert.equal(name, `timebank-client-${version}.tgz`, file);
      named++;
    }
  }
  assert.ok(named >= 4, String(named));
});
