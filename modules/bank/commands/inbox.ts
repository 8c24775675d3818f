/** `timebank inbox …`: banks' files in, hours out, as in the console. */

import { createHash } from 'node:crypto';
import { readdir, stat, watch } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { operationCommand } from '../../../console/desk/commands/operation.ts';
import type { CommandTools } from '../../../console/desk/commands/with-database.ts';
import { openNamedFile } from '../../../core/base/files.ts';
import { readBankFile } from '../../bank-files/read-file.ts';
import { type BankAnswers, BankFileFault } from '../../bank-files/types.ts';
import { findMember } from '../../members/commands/member.ts';
import { presentInboxFile, presentInboxLine } from '../api/inbox/present.ts';
import {
  getInboxSettings,
  INBOX_FILE_BYTES_MAX,
  type InboxFile,
  type InboxLine,
  type InboxSettings,
  updateInboxSettings,
} from '../contract/inbox.ts';
import { INBOX_STATES, type InboxState } from '../contract/inbox-words.ts';
import { type Approval, approveLines } from '../domain/inbox/approve.ts';
import { decideLine } from '../domain/inbox/decide-line.ts';
import { selectBankFiles, selectDoubtfulFiles } from '../domain/inbox/file-queries.ts';
import { importIntoInbox } from '../domain/inbox/import-file.ts';
import { selectWaiting } from '../domain/inbox/queries.ts';
import { completeProofs, LAST_LINE_ID, readLinePage, readLines, refreshInbox } from '../domain/inbox/read-inbox.ts';
import { acting, EXIT_OPEN, EXIT_REFUSED, type InboxAct, type InboxOptions, sharedOptions } from './inbox-acting.ts';
import { isDoubtful, linesOfDoubts, linesOfInbox } from './inbox-lines.ts';
import { addMonth } from './inbox-month.ts';

const PAGE = 2000;
const LISTED_MAX = 100_000;
const DOUBTFUL_MAX = 100;
/** Files that were not announced by the system, such as on a network drive, are found this often. */
const LOOK_AGAIN_MS = 30_000;

const named = (command: Command) =>
  sharedOptions(command).option('--as <email>', 'the administrator who acts; without it, the command line');
const answered = (command: Command) =>
  named(command).option('--answer <key=value>', 'answer what a file leaves open; may be repeated', addAnswer, {});

function addAnswer(text: string, answers: Readonly<Record<string, string>>): Record<string, string> {
  const [, key, value] = /^([a-z_]+)=(.+)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined)
    throw new InvalidArgumentError('It must be a key and a value: dates=dmy.');
  return { ...answers, [key]: value };
}

type AnswerOptions = InboxOptions & { readonly answer: Readonly<Record<string, string>> };

function addImport(inbox: Command, context: CommandContext): void {
  answered(inbox.command('import'))
    .description(
      "import banks' files; books nothing. Exit code 0 when nothing of them is open, 1 when something is or a proof fails, 2 when a file cannot be read",
    )
    .argument('<file...>', 'camt.052, .053, .054, MT940, MT942, Norma 43, OFX, CSV or a workbook, or a zip of them')
    .action((files: string[], options: AnswerOptions) =>
      acting(context, 'inbox import', options, async (tools, act) => {
        const outcome = await importFiles(tools, act, files, options.answer);
        report(context, options.json, outcomeOf(outcome), describeImport(outcome));
        return exitOf(outcome);
      }),
    );
}

const outcomeOf = ({ files, lines }: ImportOutcome) => ({ files, lines });

function describeImport({ files, lines, takenAccounts, notes }: ImportOutcome): string[] {
  const unread = files.flatMap(({ name, error }) => (error ? [`${name}: ${error.error_description}`] : []));
  const taken = takenAccounts.map(
    (account) =>
      `No setting names an account, so ${account || 'the account of this file'} is taken for the community's.`,
  );
  return [...unread, ...notes, ...taken, ...linesOfDoubts(files), ...linesOfInbox(lines)];
}

function exitOf({ files, lines }: ImportOutcome): number {
  if (files.some(({ error }) => error !== undefined)) return EXIT_REFUSED;
  const waits = lines.some(({ state }) => state === 'open') || files.some(isDoubtful);
  return waits ? EXIT_OPEN : 0;
}

function addList(inbox: Command, context: CommandContext): void {
  sharedOptions(inbox.command('list'))
    .description('list the lines, the oldest first; exit code 1 when something is open')
    .addOption(new Option('--state <state>', 'lines in this state').choices(INBOX_STATES))
    .action((options: InboxOptions & { readonly state?: InboxState }) =>
      acting(context, 'inbox list', options, async (tools, { communityId }) => {
        await refreshInbox(tools.database, communityId);
        return await reportLines(context, tools, communityId, options, options.state ?? null, []);
      }),
    );
}

function addApprove(inbox: Command, context: CommandContext): void {
  named(inbox.command('approve'))
    .description('book what lines propose: hours for payments, and hours back for payments that went back')
    .argument('[line...]', 'the lines', lineNumbers)
    .option('--all', 'all that have a proposal')
    .action((ids: readonly number[] | undefined, options: InboxOptions & { readonly all?: boolean }) =>
      acting(context, 'inbox approve', options, async (tools, act) => {
        if (options.all === (ids !== undefined && ids.length > 0)) {
          throw new InvalidArgumentError('Name lines, or say --all.');
        }
        const approved = await approveAll(tools, act, options.all ? null : (ids ?? []));
        const head = [
          `${approved.bookedIds.length} lines booked.`,
          ...approved.refused.map(({ id, message }) => `Line ${id} was refused: ${message}`),
          ...approved.ownIds.map((id) => `Line ${id} comes from a file that you imported: another person approves it.`),
        ];
        const exit = await reportLines(context, tools, act.communityId, options, null, head, approved);
        return approved.refused.length + approved.ownIds.length > 0 ? EXIT_REFUSED : exit;
      }),
    );
}

/** In transactions of 500 lines, until nothing more is booked. */
async function approveAll(tools: CommandTools, act: InboxAct, ids: readonly number[] | null): Promise<Approval> {
  const bookedIds: number[] = [];
  for (;;) {
    const { bookedIds: booked, ...rest } = await approveLines(tools, act, ids);
    bookedIds.push(...booked);
    if (ids !== null || booked.length === 0) return { ...rest, bookedIds };
  }
}

function lineNumbers(text: string, before: readonly number[] = []): number[] {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('A line has a whole number.');
  return [...before, Number(text)];
}

interface ExplainOptions extends InboxOptions {
  readonly note?: string;
  readonly member?: string;
  readonly remember?: boolean;
  readonly reverse?: string;
  readonly same?: boolean;
  readonly another?: boolean;
}

function addExplain(inbox: Command, context: CommandContext): void {
  named(inbox.command('explain'))
    .description(
      'say what an open line is, whose payment it is, which credit it takes back, or whether it is another line',
    )
    .argument('<line>', 'the line', (text: string) => lineNumbers(text)[0])
    .option('--note <text>', 'what it is')
    .option('--member <member>', 'usr_ id or number of the member whose payment it is')
    .option('--remember', "also for what the payer's account pays later")
    .option('--reverse <credit>', 'crd_ id of the credit that this money out takes back')
    .option('--same', 'it is the line that it may be: the same movement')
    .option('--another', 'it is another payment than the line that it may be')
    .action((id: number, options: ExplainOptions) =>
      acting(context, 'inbox explain', options, async (tools, act) => {
        const { note, remember, reverse: reverseCreditId, another } = options;
        if (options.same && another) throw new InvalidArgumentError('Say --same or --another.');
        const same = options.same ?? (another ? false : undefined);
        const memberId =
          options.member === undefined ? undefined : await findMember(tools.database, act.communityId, options.member);
        await decideLine(tools, act, id, { note, memberId, remember, reverseCreditId, same });
        const rows = await readLines(tools.database.reads, act.communityId, [id]);
        const lines = rows.map(presentInboxLine);
        report(context, options.json, { lines }, linesOfInbox(lines));
        return await waitingExit(tools, act.communityId);
      }),
    );
}

function addWatch(inbox: Command, context: CommandContext): void {
  answered(inbox.command('watch'))
    .description('import each file that comes into a folder, until it is stopped')
    .argument('<folder>', 'where e-banking or a script puts the files')
    .action((folder: string, options: AnswerOptions) =>
      acting(context, 'inbox watch', options, async (tools, act) => {
        const stopped = stopSignal();
        const seen = new Map<string, string>();
        for (;;) {
          for (const file of await newFilesIn(folder, seen)) {
            const outcome = await importFiles(tools, act, [file], options.answer);
            const value = { ...outcomeOf(outcome), file: basename(file) };
            report(context, options.json, value, [`${basename(file)}:`, ...describeImport(outcome)]);
          }
          if (await stopsWhileWaiting(folder, stopped)) return 0;
        }
      }),
    );
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Waits until something happens in the folder, or for a while. @returns whether it was stopped */
async function stopsWhileWaiting(folder: string, stopped: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(LOOK_AGAIN_MS)]);
  try {
    for await (const _ of watch(folder, { signal })) break;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return stopped.aborted;
}

const describeSettings = ({ accounts, four_eyes, line_open_days }: InboxSettings): string[] => [
  ...accounts.map(({ account, holder, partner_id, named_by }) => {
    const whose = partner_id === null ? '' : `, reported by partner ${partner_id}`;
    const by = named_by === 'file' ? ', taken from a file' : '';
    return `${account ?? 'files without an account'}${holder === null ? '' : `, ${holder}`}${whose}${by}`;
  }),
  `four eyes: ${four_eyes ? 'on' : 'off'}; lines are late after ${line_open_days} days`,
];

export const INBOX_COMMANDS = [
  ...[addImport, addList, addApprove, addExplain, addWatch, addMonth],
  operationCommand('inbox settings', getInboxSettings, {
    help: "show the community's bank accounts and how its inbox is worked on",
    lines: describeSettings,
  }),
  operationCommand('inbox account', updateInboxSettings, {
    help: 'name a bank account of the community, its holder, and the partner that reports what comes in there',
    lines: describeSettings,
  }),
];

async function reportLines(
  context: CommandContext,
  tools: CommandTools,
  communityId: number,
  { json }: InboxOptions,
  state: InboxState | null,
  head: readonly string[],
  approved?: Approval,
): Promise<number> {
  const lines = await allLines(tools, communityId, state);
  const value = approved ? { lines, booked: approved.bookedIds, refused: approved.refused } : { lines };
  report(context, json, value, [...head, ...(await doubtsOf(tools, communityId)), ...linesOfInbox(lines)]);
  return await waitingExit(tools, communityId);
}

async function allLines(
  { database }: CommandTools,
  communityId: number,
  state: InboxState | null,
): Promise<InboxLine[]> {
  const lines: InboxLine[] = [];
  let beforeId = LAST_LINE_ID;
  for (;;) {
    const rows = await readLinePage(database.heavy, communityId, state, { beforeId, limit: PAGE });
    lines.push(...rows.map(presentInboxLine));
    beforeId = String(rows.at(-1)?.id ?? 0);
    if (rows.length < PAGE || lines.length >= LISTED_MAX) return lines.toReversed();
  }
}

async function doubtfulFiles({ database }: CommandTools, communityId: number) {
  const rows = await selectDoubtfulFiles(database.reads, { communityId, limit: DOUBTFUL_MAX });
  const files = await completeProofs(database.reads, communityId, rows);
  return files.map(presentInboxFile).filter(isDoubtful);
}

const doubtsOf = async (tools: CommandTools, communityId: number) =>
  linesOfDoubts(await doubtfulFiles(tools, communityId));

async function waitingExit(tools: CommandTools, communityId: number): Promise<number> {
  const [waiting] = await selectWaiting(tools.database.reads, { communityId });
  if ((waiting?.open ?? 0) > 0) return EXIT_OPEN;
  return (await doubtfulFiles(tools, communityId)).length > 0 ? EXIT_OPEN : 0;
}

// Banks' files that commands import: one after the other, so that one that cannot be read stops no other.

/** A file, or why it cannot be read. */
type FileOutcome = Pick<InboxFile, 'hash' | 'name' | 'account' | 'accounts' | 'period' | 'proofs' | 'questions'> & {
  readonly error?: { readonly error: string; readonly error_description: string };
};

export interface ImportOutcome {
  readonly files: readonly FileOutcome[];
  readonly lines: readonly InboxLine[];
  readonly takenAccounts: readonly string[];
  readonly notes: readonly string[];
}

interface Act {
  readonly communityId: number;
  readonly actor: string;
}

/**
 * Imports files in the order given. What one says of another, such as the details of its batches, counts for both.
 * @throws SystemError where a file cannot be opened
 */
async function importFiles(
  tools: CommandTools,
  act: Act,
  paths: readonly string[],
  answers: BankAnswers,
): Promise<ImportOutcome> {
  const outcomes: (number | FileOutcome)[] = [];
  const lineIds = new Set<number>();
  const takenAccounts = new Set<string>();
  const notes: string[] = [];
  for (const path of paths) {
    const bytes = await buffer(await openNamedFile("the bank's file", path, INBOX_FILE_BYTES_MAX));
    const name = basename(path);
    try {
      const imported = await importIntoInbox(tools, act, { name, bytes, answers, read: readBankFile });
      outcomes.push(imported.fileId);
      for (const id of imported.lineIds) lineIds.add(id);
      for (const account of imported.takenAccounts) takenAccounts.add(account);
      notes.push(...imported.notes.map((note) => `${name}: ${note}`));
    } catch (error) {
      if (!(error instanceof BankFileFault)) throw error;
      outcomes.push(unread(name, bytes, error));
    }
  }
  const { files, lines } = await readOutcomes(tools, act.communityId, outcomes, [...lineIds]);
  return { files, lines, takenAccounts: [...takenAccounts], notes };
}

function unread(name: string, bytes: Buffer, { code, message }: BankFileFault): FileOutcome {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const nothing = { account: null, accounts: [], period: null, proofs: [], questions: [] };
  return { hash, name, ...nothing, error: { error: code, error_description: message } };
}

async function readOutcomes(
  { database }: CommandTools,
  communityId: number,
  outcomes: readonly (number | FileOutcome)[],
  lineIds: readonly number[],
) {
  const ids = outcomes.filter((outcome) => typeof outcome === 'number');
  const rows = await completeProofs(
    database.reads,
    communityId,
    await selectBankFiles(database.reads, { communityId, ids }),
  );
  const byId = new Map(rows.map((row) => [row.fileId, presentInboxFile(row)]));
  const files = outcomes.map((outcome) => (typeof outcome === 'number' ? byId.get(outcome) : outcome));
  const lineRows = await readLines(database.heavy, communityId, lineIds);
  const linesById = new Map(lineRows.map((row) => [row.id, presentInboxLine(row)]));
  return {
    files: files.filter((file): file is FileOutcome => file !== undefined),
    lines: lineIds.flatMap((id) => linesById.get(id) ?? []),
  };
}

/**
 * Files of a folder that are new or have changed, and that nobody is writing any more.
 * @param seen size and time of each file, by its name, as it was found last
 */
async function newFilesIn(folder: string, seen: Map<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    const { size, mtimeMs } = await stat(path);
    const state = `${size} ${mtimeMs}`;
    if (seen.get(entry.name) !== state) found.push(path);
    seen.set(entry.name, state);
  }
  return found.toSorted();
}
