/** `npm run generate:manual` writes docs/timebank.1 from the table of commands; `--check` fails if it is out of date. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processContext } from '../server/src/commands/context.ts';
import { manualPage } from '../server/src/commands/manual.ts';
import { buildProgram } from '../server/src/commands/program.ts';

const PATH = join(import.meta.dirname, '../docs/timebank.1');
const page = manualPage(buildProgram(processContext({}, [])));

if (!process.argv.includes('--check')) await writeFile(PATH, page);
else if ((await readFile(PATH, 'utf8').catch(() => '')) !== page) {
  console.error('docs/timebank.1 is out of date: npm run generate:manual');
  process.exitCode = 1;
}
