/** What every command shares: the process it runs in, and output for a person or a script. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { type Clock, systemClock } from '../../../core/base/clock.ts';
import type { Config } from '../../../core/base/config.ts';
import { type Hooks, NO_HOOKS } from '../../../core/change/hooks.ts';
import type { ServedOperation } from '../served-operation.ts';
import { processOutput } from './output.ts';

/** What commands take of the modules. */
export interface CommandModules {
  /** What modules add to acts of the core. */
  readonly hooks: Hooks;
  /** An operation of the console by its id; loads the module that serves it. */
  readonly servedBy: (id: string) => Promise<ServedOperation | undefined>;
  /** All operations of the console; loads all modules. */
  readonly allServed: () => Promise<readonly ServedOperation[]>;
}

/** For what only prints the commands. */
export const noModules = async (): Promise<CommandModules> => ({
  hooks: NO_HOOKS,
  servedBy: async () => undefined,
  allServed: async () => [],
});

export interface CommandContext {
  /** Of the process; `settings.ts` adds what a file of settings says. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that `--env-file` names. */
  readonly envFile?: string | undefined;
  readonly clock: Clock;
  /** For commands that work on a database. */
  readonly loadModules: () => Promise<CommandModules>;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** Writes to standard output, and waits for a slow reader. @throws OutputClosed when there is none any more */
  readonly write: (text: string) => Promise<void>;
  /** False while nobody reads what was printed: what may be left out is then left out. */
  readonly isRead: () => boolean;
  /** Writes to standard error: progress, warnings. */
  readonly note: (text: string) => void;
  /** Whether a line on standard error may be written over: a terminal shows it, and nobody asked for plain text. */
  readonly canRewrite: boolean;
  /** Whether results and failures are for a script. */
  readonly json: boolean;
  /** Asks the person at the terminal; undefined: there is none. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Ends the command with this exit code once it is done. */
  readonly fail: (exitCode: number) => void;
  /** Lets the process end although something in it may never do so. */
  readonly leave: () => void;
}

const UNREAD_MAX_BYTES = 64 * 1024;
/** What was printed is read meanwhile. */
const LEAVE_MS = 1000;

/** The context of the real command line. */
export function processContext(
  env: CommandContext['env'],
  args: readonly string[],
  loadModules: CommandContext['loadModules'],
): CommandContext {
  const fail = (exitCode: number) => {
    process.exitCode = exitCode;
  };
  const output = processOutput(fail);
  return {
    env,
    envFile: envFileIn(args),
    json: args.includes('--json'),
    canRewrite: process.stderr.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR,
    clock: systemClock,
    loadModules,
    print: (line) => output.print(shownAsText(line)),
    write: (text) => output.write(shownAsText(text)),
    isRead: () => output.isOpen() && process.stdout.writableLength < UNREAD_MAX_BYTES,
    note: output.note,
    ask: askOnTerminal,
    fail,
    leave: () => void setTimeout(() => process.exit(), LEAVE_MS).unref(),
  };
}

/** Before the command line is read as a whole: failures that it may have know it already. */
export function envFileIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((word) => word === '--env-file' || word.startsWith('--env-file='));
  return at < 0 ? undefined : (/^--env-file=(.*)/s.exec(args[at] ?? '')?.[1] ?? args[at + 1]);
}

async function askOnTerminal(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await Promise.race([terminal.question(question), once(terminal, 'close').then(() => '')]);
  } finally {
    terminal.close();
  }
}

/** A log that a person reads on standard error; silent where a script does. */
export function warningsTo(context: CommandContext) {
  const print = (_: object, message: string) => {
    if (!context.json) context.note(`timebank: ${message}\n`);
  };
  return { info: print, warn: print, error: print };
}

/** Prints a result: `lines` for a person, the value itself with `--json`. */
export function report(context: CommandContext, json: boolean | undefined, value: unknown, lines: string[]): void {
  if (json) context.print(JSON.stringify(value, null, 2));
  else for (const line of lines) context.print(line);
}

/** Prints a list that is one page and no operation's: with `--json` in the form of all lists. */
export function reportList<Item>(
  context: CommandContext,
  json: boolean | undefined,
  data: readonly Item[],
  linesOf: (shown: readonly Item[]) => string[],
): void {
  report(context, json, { data, meta: { per_page: data.length, has_more: false, next_cursor: null } }, linesOf(data));
}

/** One line on standard error that is written over; silent where a script reads. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const LINE_START = '\r\u001b[K';

export function progressOn(context: CommandContext, json: boolean | undefined): ProgressLine {
  if (!context.canRewrite || json) return { show() {}, clear() {} };
  let last = '';
  return {
    show(text) {
      if (text !== last) context.note(`${LINE_START}${text}`);
      last = text;
    },
    clear: () => context.note(LINE_START),
  };
}

/** Columns aligned with spaces, a header first. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows].map((row) => row.map(harmless));
  const widths = header.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}

/** A line for each pair, the values below one another. */
export function labelled(pairs: readonly (readonly string[])[]): string[] {
  const width = Math.max(...pairs.map(([label = '']) => label.length));
  return pairs.map(([label = '', value = '']) => `${label.padEnd(width)}  ${harmless(value)}`);
}

/** On one line, and no command to a terminal. */
export const harmless = (text: string) => text.replaceAll(/\p{C}/gu, '\ufffd');

/**
 * What a terminal shows of a text: control characters and those that turn the direction of writing around are spelled
 * out, as in JSON. Rows of before the rule against them, and other people's files, may hold some.
 */
export const spelledOut = (text: string) =>
  text.replaceAll(
    /(?!\r?\n|\t)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

/** What goes to standard output: as it is to a file, spelled out on a terminal. */
const shownAsText = (text: string) => (process.stdout.isTTY ? spelledOut(text) : text);

/** Where the service is reached. Without PUBLIC_URL its own address is not known here: it opens on this machine then. */
export const originOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://localhost:${port}`;

/** Who acts, for the audit log. */
export const COMMAND_LINE = 'command line';
