/**
 * `node tools/count.ts`: how much there is to read, so that every figure that is given can be repeated. Code is what
 * people write: TypeScript without tests and what only they use, without what is generated, migrations and the changelog.
 *
 * - lines and files by folder, tests and their support apart, texts of the languages apart;
 * - imports between rooms: `core`, `console`, each module; today also each folder of the server's layers;
 * - files that name each of six fields: what another field would cost.
 *
 * `--walks` counts the files whose functions run for a token, a read, a credit and a member's hour, by V8's own coverage.
 * Prints tables; `--json` prints the same for programs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { countWalks } from './count/walks.ts';

const ROOT = join(import.meta.dirname, '..');
const FIELDS = ['estimated_hours', 'ends_on', 'payment_reference', 'birth_year', 'joined_on', 'emergency_contact'];

const TEST = /\.test\.tsx?$|(?:^|\/)test-support\/|^console\/tools\//;
const GENERATED = /\.gen\.ts$|^client\/src\/api\.gen/;
const TEXTS = /\/texts\/|(?:^|[-/])texts\.ts$|\/(?:de|en|es|fr|it)\/|file-(?:keys|words)\.ts$/;

interface CountedFile {
  readonly file: string;
  readonly text: string;
  readonly lines: number;
}

export interface Sum {
  readonly lines: number;
  readonly files: number;
}

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !GENERATED.test(file) && existsSync(join(ROOT, file)));
const all: readonly CountedFile[] = tracked.map((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return { file, text, lines: text.split('\n').length - 1 };
});
const code = all.filter(({ file }) => !TEST.test(file));
const tests = all.filter(({ file }) => TEST.test(file));

const sumOf = (files: readonly CountedFile[]): Sum => ({
  lines: files.reduce((sum, { lines }) => sum + lines, 0),
  files: files.length,
});

/** The room of a file: a module, a folder of the core or of the console, else the folder at the root. */
export function roomOf(file: string): string {
  const parts = file.split('/');
  return ['modules', 'core', 'console'].includes(parts[0] ?? '') ? parts.slice(0, 2).join('/') : (parts[0] as string);
}

const IMPORTED = /(?:from|import\()\s*'(\.[^']+)'/g;

function importsBetweenRooms(): number {
  let between = 0;
  for (const { file, text } of code) {
    for (const [, path = ''] of text.matchAll(IMPORTED)) {
      if (roomOf(join(dirname(file), path)) !== roomOf(file)) between++;
    }
  }
  return between;
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const filesWith = (field: string) =>
  code.filter(({ text }) => new RegExp(`\\b(${field}|${camel(field)})\\b`).test(text)).length;

const { values } = parseArgs({ options: { json: { type: 'boolean' }, walks: { type: 'boolean' } } });
const folderOf = (file: string) =>
  dirname(file)
    .split('/')
    .slice(0, file.startsWith('modules') ? 3 : 2)
    .join('/');
const byFolder = Map.groupBy(code, ({ file }) => folderOf(file));
const report = {
  code: sumOf(code),
  texts: sumOf(code.filter(({ file }) => TEXTS.test(file))),
  tests: sumOf(tests),
  folders: Object.fromEntries([...byFolder].sort().map(([folder, files]) => [folder, sumOf(files)])),
  importsBetweenRooms: importsBetweenRooms(),
  fields: Object.fromEntries(FIELDS.map((field) => [field, filesWith(field)])),
  ...(values.walks ? { walks: await countWalks() } : {}),
};

if (values.json) console.log(JSON.stringify(report, null, 2));
else {
  const { folders, ...whole } = report;
  console.table({ code: whole.code, 'of it texts': whole.texts, 'tests and support': whole.tests });
  console.table(folders);
  console.log(`imports between rooms: ${whole.importsBetweenRooms}`);
  console.table(whole.fields);
  if (whole.walks) console.table(whole.walks);
}
