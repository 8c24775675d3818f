/**
 * Writes what is made from the contract: `npm run generate -w contract`; `--check` only compares. `openapi.json` for
 * partners. Of each operation of the console, wherever a module declares it: its method and path, for the browser, which
 * has no schema library; and its type, that of a module's own where all modules are known.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type ConsoleOperation, isConsoleOperation } from '../../console/desk/contract/operation.ts';
import { openApiDocument } from './openapi.ts';

const ROOT = join(import.meta.dirname, '../..');

interface DeclaredOperation {
  /** Below the root. */
  readonly file: string;
  readonly operation: ConsoleOperation;
}

async function findOperations(): Promise<DeclaredOperation[]> {
  const files = globSync('{modules/*,console/desk}/contract/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.(?:test|gen)\.ts$/.test(file),
  );
  const found = await Promise.all(
    files.sort().map(async (file) => {
      const exported: object = await import(join(ROOT, file));
      return Object.values(exported)
        .filter(isConsoleOperation)
        .map((operation) => ({ file, operation }));
    }),
  );
  return found.flat().sort((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
}

/** `inbox-month.ts` → `inboxMonth` */
const nameOf = (file: string) => basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The operations of the files, by their ids. */
const typesText = (found: readonly DeclaredOperation[], indent: string) =>
  found.map(({ file, operation: { id } }) => `${indent}readonly ${id}: typeof ${nameOf(file)}.${id};`);

/** The imports of what they are declared in. @param from the folder of the file that is written */
const importsText = (found: readonly DeclaredOperation[], from: string) =>
  [...new Set(found.map(({ file }) => file))]
    .sort()
    .map((file) => `import type * as ${nameOf(file)} from '${pathBetween(from, file)}';`);

function pathBetween(from: string, file: string): string {
  const path = relative(from, file);
  return path.startsWith('.') ? path : `./${path}`;
}

function consoleText(found: readonly DeclaredOperation[]): string {
  const own = found.filter(({ file }) => file.startsWith('console/'));
  return [
    "/** The console's own operations, and the routes of all. Generated. */",
    ...importsText(own, 'console/desk/contract'),
    '',
    '/** By their ids. `service/operations.gen.ts` adds those of the modules. */',
    'export interface ConsoleOperations {',
    ...typesText(own, '  '),
    '}',
    '',
    '/** Method and path. Paths are relative to `CONSOLE_BASE_PATH`. */',
    'export const CONSOLE_ROUTES = {',
    ...found.map(({ operation: { id, method, path } }) => `  ${id}: ['${method}', '${path}'],`),
    '} as const;',
    '',
    'export type ConsoleOperationId = keyof ConsoleOperations;\n',
  ].join('\n');
}

function modulesText(found: readonly DeclaredOperation[]): string {
  const theirs = found.filter(({ file }) => !file.startsWith('console/'));
  return [
    '/** The operations that modules add to those of the console. Generated. */',
    ...importsText(theirs, 'service'),
    '',
    "declare module '../console/desk/contract/operations.gen.ts' {",
    '  interface ConsoleOperations {',
    ...typesText(theirs, '    '),
    '  }',
    '}\n',
  ].join('\n');
}

function moduleText(found: readonly DeclaredOperation[]): string {
  const theirs = found.filter(({ file }) => !file.startsWith('console/'));
  return [
    '/** The module that declares an operation. Generated. */',
    'export const MODULE_OF_OPERATION = {',
    ...theirs.map(({ file, operation: { id } }) => `  ${id}: '${file.split('/')[1]}',`),
    '} as const;\n',
  ].join('\n');
}

const operations = await findOperations();
const MADE = [
  ['openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`],
  ['console/desk/contract/operations.gen.ts', consoleText(operations)],
  ['service/operations.gen.ts', modulesText(operations)],
  ['service/operation-modules.gen.ts', moduleText(operations)],
] as const;
for (const [name, text] of MADE) {
  const target = join(ROOT, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${name} is not up to date: npm run generate -w contract`);
    process.exitCode = 1;
  }
}
