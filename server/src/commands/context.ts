/** What every command shares: settings, output for a person or a script, and a database to work on. */
import pino, { type Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import { type Config, type Mode, readConfig } from '../config.ts';
import { connectDatabase } from '../database/connect.ts';
import { isMigrated } from '../database/migrate.ts';
import { openDatabaseServer } from '../database/open.ts';
import { DatabaseOpenError } from '../database/open-error.ts';
import type { Database } from '../database/query.ts';

export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** False while nobody reads what was printed: what may be left out is then left out. */
  readonly isRead: () => boolean;
  /** Writes to standard error: progress, warnings. */
  readonly note: (text: string) => void;
  /** Ends the command with this exit code once it is done. */
  readonly fail: (exitCode: number) => void;
}

const UNREAD_MAX_BYTES = 64 * 1024;

/** The context of the real command line. */
export function processContext(env: CommandContext['env']): CommandContext {
  return {
    env,
    clock: systemClock,
    print: (line) => void process.stdout.write(`${line}\n`),
    isRead: () => process.stdout.writableLength < UNREAD_MAX_BYTES,
    note: (text) => void process.stderr.write(text),
    fail: (exitCode) => {
      process.exitCode = exitCode;
    },
  };
}

/** The log of a running service: one JSON object per line on standard output. */
export function createLogger(config: Config): Logger {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/**
 * Runs administration work on the database the settings name: a running embedded one is shared, a stopped one started
 * for as long as the work takes.
 * @throws DatabaseOpenError when there is none, or its schema is not this program's
 */
export async function withDatabase<T>(
  context: CommandContext,
  command: string,
  work: (tools: { database: Database; clock: Clock; config: Config }) => Promise<T>,
  mode: Mode = 'production',
): Promise<T> {
  const config = readConfig(context.env, mode);
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const server = await openDatabaseServer(config, {
    exclusive: false,
    create: false,
    command: `timebank ${command}`,
    log: quiet,
  });
  try {
    if (!(await isMigrated(server.appConnection))) {
      throw new DatabaseOpenError('The database is not at this version: run "timebank migrate" first.');
    }
    const database = await connectDatabase(server.appConnection, config.prepareStatements);
    try {
      return await work({ database, clock: context.clock, config });
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

/** Prints a result: `lines` for a person, the value itself with `--json`. */
export function report(context: CommandContext, json: boolean | undefined, value: unknown, lines: string[]): void {
  if (json) context.print(JSON.stringify(value, null, 2));
  else for (const line of lines) context.print(line);
}

/** Columns aligned with spaces, a header first. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}

/** Who acts, for the audit log. */
export const COMMAND_LINE = 'command line';
