/** Banks' files that commands import: one after the other, so that one that cannot be read stops no other. */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { INBOX_FILE_BYTES_MAX, type InboxFile, type InboxLine } from '@timebank/contract/console';
import { presentInboxFile, presentInboxLine } from '../api/console/inbox/present.ts';
import { readBankFile } from '../domain/bank-files/read-file.ts';
import { type BankAnswers, BankFileFault } from '../domain/bank-files/types.ts';
import { selectBankFiles } from '../domain/inbox/file-queries.ts';
import { importIntoInbox } from '../domain/inbox/import-file.ts';
import { selectLinesById } from '../domain/inbox/queries.ts';
import { completeProofs } from '../domain/inbox/read-inbox.ts';
import { openNamedFile } from '../platform/base/files.ts';
import type { CommandTools } from './context.ts';

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
export async function importFiles(
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
  const lineRows = await selectLinesById(database.heavy, { communityId, ids: lineIds });
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
export async function newFilesIn(folder: string, seen: Map<string, string>): Promise<string[]> {
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
