/** `timebank move-in <folder or zip> --from <system>` */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hoursFromSeconds, MOVE_SYSTEMS, type MoveSystem } from '@timebank/contract';
import { type Command, Option } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { COMMAND_LINE, type CommandContext, harmless, report, table } from '../../../console/desk/commands/context.ts';
import { UsageError } from '../../../console/desk/commands/usage-error.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { MOVE_FILES_MAX } from '../../../console/desk/contract/routes.ts';
import { systemWords } from '../../../core/base/system-error.ts';
import { undoMoveIn } from '../domain/import/undo.ts';
import { type MoveResult, moveIn } from '../domain/move-in/move-in.ts';
import type { PlannedMember } from '../domain/move-in/plan.ts';
import { noteSentence } from '../domain/move-in/sentences.ts';
import {
  type Answers,
  MoveAnswerFault,
  type MoveFile,
  MoveFileFault,
  type MoveQuestion,
} from '../domain/move-in/types.ts';

interface Options {
  readonly from?: MoveSystem;
  readonly community?: string;
  readonly answers?: string;
  readonly check?: boolean;
  readonly undo?: boolean;
  readonly json?: boolean;
}

const FILE_MIB_MAX = 64;
/** Faults that are printed for a person. */
const SHOWN_MAX = 50;

export function registerMoveInCommand(command: Command, context: CommandContext): void {
  command
    .argument('[folder or zip]', 'what the other system has exported')
    .addOption(new Option('--from <system>', 'the other system').choices(MOVE_SYSTEMS))
    .option(...COMMUNITY_OPTION)
    .option('--answers <file.json>', 'one object: the answer to each question by its key')
    .option('--check', 'read everything, show what would happen, and write nothing')
    .option('--undo', 'take the whole move back, as long as nothing has happened since')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exit codes: 0 done or possible, 1 a question is open or a row is at fault, 2 a file cannot be read.
The community must be empty, or hold this very move: a second run changes nothing.`,
    )
    .action((path: string | undefined, options: Options) =>
      options.undo ? undoMove(context, options) : runMoveIn(context, path, options),
    );
}

async function undoMove(context: CommandContext, options: Options): Promise<void> {
  const slug = await withDatabase(context, 'move-in', async (deps) => {
    const { id, slug } = await communityOf(deps.database, options.community);
    await undoMoveIn(deps, { communityId: id, actor: COMMAND_LINE });
    return slug;
  });
  report(context, options.json, { undone: true }, [`The move was taken back; ${slug} is as it was before.`]);
}

async function runMoveIn(context: CommandContext, path: string | undefined, options: Options): Promise<void> {
  if (path === undefined) throw new UsageError('Name the folder or the zip of the other system.');
  const { from: system } = options;
  if (system === undefined) throw new UsageError(`Name the other system: --from ${MOVE_SYSTEMS.join(', ')}.`);
  const files = await filesAt(path);
  const answers = options.answers === undefined ? {} : await answersIn(options.answers);
  const result = await withDatabase(context, 'move-in', async (deps) => {
    const { id } = await communityOf(deps.database, options.community);
    const checkOnly = options.check ?? false;
    return await moveIn(deps, id, { system, files, answers, checkOnly, recordedBy: COMMAND_LINE });
  });
  report(context, options.json, asJson(result), linesOf(result));
  if (result.outcome === 'open') context.fail(1);
}

/** The files of a folder, without those in folders of it, or the one file. @throws MoveFileFault */
async function filesAt(path: string): Promise<MoveFile[]> {
  return await reading(path, async () => {
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? await namesIn(path) : [path];
    if (names.length > MOVE_FILES_MAX) throw new MoveFileFault('too_many_files', { max: MOVE_FILES_MAX });
    const files: MoveFile[] = [];
    for (const name of names) {
      if ((await stat(name)).size > FILE_MIB_MAX * 1024 * 1024) {
        throw new MoveFileFault('too_large', { file: name, max: FILE_MIB_MAX });
      }
      files.push({ name: basename(name), bytes: await readFile(name) });
    }
    return files;
  });
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory() && /\.(?:csv|txt|json|zip)$/i.test(entry.name));
  return files.map(({ name }) => join(folder, name)).sort();
}

async function answersIn(path: string): Promise<Answers> {
  const text = await reading(path, () => readFile(path, 'utf8'));
  try {
    const answers: unknown = JSON.parse(text);
    if (typeof answers === 'object' && answers !== null && !Array.isArray(answers)) return answers as Answers;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new MoveFileFault('no_document', { file: path }, `${path} is no JSON.`);
  }
  throw new MoveAnswerFault(`${path} must be one object, {"key": value}.`);
}

async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new MoveFileFault('unreadable', { file: path, line: 1 }, `Cannot read ${path} (${systemWords(error)}).`);
  }
}

function asJson({ plan, questions, faults, notes, outcome, repeated }: MoveResult) {
  return {
    outcome,
    repeated,
    members: plan.members.length,
    listings: plan.listings.length,
    exchanges: plan.exchangeCount,
    balances_seconds: Object.fromEntries(plan.members.map(({ number, balanceSeconds }) => [number, balanceSeconds])),
    fund_seconds: plan.fund.balanceSeconds,
    questions,
    problems: faults.map(({ file, line, member, message }) => ({ file, line, member, message })),
    notes: notes.map(noteSentence),
  };
}

function linesOf(result: MoveResult): string[] {
  const { plan, questions, faults, notes, outcome, repeated } = result;
  const rows = faults.slice(0, SHOWN_MAX).map(({ file, line, member, message }) => {
    return `${harmless(file)}, line ${line}${member === null ? '' : `, member ${harmless(member)}`}: ${message}`;
  });
  if (faults.length > SHOWN_MAX) rows.push(`There are ${faults.length - SHOWN_MAX} more rows at fault.`);
  const counts = `${plan.members.length} members, ${plan.listings.length} listings, ${plan.exchangeCount} exchanges between members`;
  const ends = {
    done: repeated ? `The community holds this move: ${counts}. Nothing was changed.` : `Moved in: ${counts}.`,
    possible: `Nothing prevents the move: ${counts}. Nothing was written.`,
    open: `${counts} were found. Nothing was written: ${openWhat(questions, faults.length)}`,
  };
  return [
    ...balanceLines(plan.members),
    '',
    ...notes.map(noteSentence),
    ...rows,
    ...questions.flatMap(questionLines),
    ends[outcome],
  ];
}

function openWhat(questions: readonly MoveQuestion[], faultCount: number): string {
  const parts = [
    ...(questions.length > 0 ? [`answer the ${questions.length} questions in a file for --answers`] : []),
    ...(faultCount > 0 ? [`mend the ${faultCount} rows at fault`] : []),
  ];
  return `${parts.join(', and ')}.`;
}

function questionLines({ key, question, options, suggested, items }: MoveQuestion): string[] {
  const choice = options === null ? '' : ` One of ${options.map((one) => JSON.stringify(one)).join(', ')}.`;
  const each = items === null ? '' : ` For ${items.map((one) => JSON.stringify(one)).join(', ')}.`;
  return [
    `Question ${key}: ${harmless(question + each + choice)}`,
    `  "${key}": ${harmless(JSON.stringify(suggested))}`,
  ];
}

/** Hours of each member: there, here, and what the opening balance is made of. */
function balanceLines(members: readonly PlannedMember[]): string[] {
  const hours = (seconds: number) => hoursFromSeconds(seconds);
  const header = ['member', 'there', 'here', 'exchanges', 'fund', 'opening', 'of it'];
  return table(
    header,
    members.map((member) => {
      const { number, balanceSeconds, exchangedSeconds, fundSeconds, openingSeconds, reasons } = member;
      const parts = [
        [reasons.goneSeconds, 'with people who are gone'],
        [reasons.elsewhereSeconds, 'with other communities'],
        [reasons.otherSeconds, 'in no row of the files'],
      ] as const;
      const said = parts.flatMap(([seconds, what]) => (seconds === 0 ? [] : [`${hours(seconds)} h ${what}`]));
      const figures = [balanceSeconds, balanceSeconds, exchangedSeconds, fundSeconds, openingSeconds].map(
        (one) => `${hours(one)}`,
      );
      return [number, ...figures, said.join(', ')];
    }),
  );
}
