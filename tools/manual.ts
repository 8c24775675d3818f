/**
 * `npm run generate:manual` writes docs/timebank.1 from the table of commands; a path as the argument: that file. The release
 * carries it.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noModules, processContext } from '../console/desk/commands/context.ts';
import { manualPage } from '../service/manual.ts';
import { buildProgram } from '../service/program.ts';

const [path = join(import.meta.dirname, '../docs/timebank.1')] = process.argv.slice(2);
const { program, load } = buildProgram(processContext({}, [], noModules));
await load();
await writeFile(path, manualPage(program));
