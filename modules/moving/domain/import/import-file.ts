/** The steps common to every kind of import: read it, examine it, and write all of it or nothing. */
import { webcrypto } from 'node:crypto';
import type { ImportKind } from '@timebank/contract';
import { withoutTextMark } from '@timebank/contract/csv';
import { refusal } from '../../../../core/base/refusal.ts';
import { type Change, change } from '../../../../core/change/change.ts';
import type { Queryable, Transaction } from '../../../../core/database/query.ts';
import { learnRows } from '../../../../core/database/statistics.ts';
import {
  type BadRow,
  type CategoryChoices,
  FileFault,
  type ImportOptions,
  type ImportResult,
  type ImportTools,
  type ImportTotals,
  type NewCategory,
} from '../../../tables/record-types.ts';
import { addProblem, BAD_ROWS_MAX, createProblems, mergeProblems, type Problems } from './problems.ts';
import { discardPlans, lockOpeningAccount, planForAnyCommunity } from './queries.ts';
import { readRowsInThread } from './read-in-thread.ts';
import { type Columns, type FileRow, type FileRows, type RowOf, readRows } from './read-rows.ts';
import { rerunning } from './rerun.ts';
import { insertImport, insertImportRows } from './undo-queries.ts';

/** Where and for whom rows are written. */
export interface WriteScope {
  readonly communityId: number;
  readonly openingAccountId: number;
  readonly recordedBy: string;
}

/** Rows of the file held against what the community has. */
export interface ExaminedRows<Fresh> {
  /** Good rows that are not there yet, ready to be written. */
  fresh: Fresh[];
  unchanged: number;
  differing: number;
  readonly problems: Problems;
  readonly differences: Problems;
  /** What the list of categories lacks. */
  newCategories: readonly NewCategory[];
}

/** What rows are examined with besides the community. */
export interface ExaminationOptions {
  readonly now: Date;
  readonly categories: CategoryChoices | undefined;
  /** Rows that may be a known member under another number are new members. */
  readonly similarAreNew: boolean;
  /** Columns of the file, and those that a person gave a value. */
  readonly given: ReadonlySet<string>;
}

/** A kind of file. */
export interface FileKind<C extends Columns, Fresh> {
  readonly kind: ImportKind;
  readonly columns: C;
  /** Holds rows against the community, in file order; marks those as bad that refer to what is not there. */
  examine(
    transaction: Transaction,
    communityId: number,
    rows: readonly FileRow<C>[],
    asked: ExaminationOptions,
  ): Promise<ExaminedRows<Fresh>>;
  /** Columns that mean nothing in this community: left out, unless a person says otherwise. */
  unused?(on: Queryable, communityId: number): Promise<readonly string[]>;
  /** Takes the locks that writing all of the rows needs, in one order. */
  lock?(transaction: Transaction, communityId: number, fresh: readonly Fresh[]): Promise<void>;
  /** Writes at most `CHUNK_ROWS` rows. @returns the ids of the members, listings or transfers */
  write(within: Change, scope: WriteScope, fresh: readonly Fresh[]): Promise<readonly string[]>;
}

const CHUNK_ROWS = 500;
const LOOK_UP_CHUNK = 5000;

/**
 * Imports one file in one transaction.
 * @returns what became of the rows; a file that is not good is a result, not an error
 * @throws refusal not_found when there is no such community
 */
export type Import = (
  tools: ImportTools,
  communityId: number,
  bytes: Buffer,
  options: ImportOptions,
) => Promise<ImportResult>;

/** The import of a kind of file. */
export const importOf =
  <C extends Columns, Fresh>(kind: FileKind<C, Fresh>): Import =>
  async (tools, communityId, bytes, options) => {
    let file: FileRows<C>;
    const unused = await kind.unused?.(tools.database.reads, communityId);
    try {
      file = options.inThread
        ? await readRowsInThread(bytes, kind.kind, { ...options, unused }, options.onProgress)
        : await readRows(bytes, kind.columns, { ...options, unused, kind: kind.kind });
    } catch (error) {
      if (error instanceof FileFault) return unreadable(kind.kind, error);
      throw error;
    }
    const fileSha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
    const result = await rerunning(() =>
      change(tools, { communityId, actor: options.recordedBy }, (within) =>
        importRows(kind, within, communityId, { ...file, fileSha256 }, options),
      ),
    );
    if (!options.dryRun) await learnRows(tools.database, result.created);
    return result;
  };

async function importRows<C extends Columns, Fresh>(
  kind: FileKind<C, Fresh>,
  within: Change,
  communityId: number,
  file: FileRows<C> & { readonly fileSha256: Buffer },
  {
    skipBad,
    recordedBy,
    onProgress,
    fileName,
    categories,
    similarAreNew = false,
    defaults = {},
    dryRun = false,
  }: ImportOptions,
): Promise<ImportResult> {
  const { transaction } = within;
  await planForAnyCommunity(transaction);
  await discardPlans(transaction);
  const [opening] = await lockOpeningAccount(transaction, { communityId });
  if (!opening) throw refusal('not_found', 'There is no such community.');
  const { fresh, unchanged, differing, differences, newCategories, ...examined } = await kind.examine(
    transaction,
    communityId,
    file.rows,
    { now: within.at, categories, similarAreNew, given: new Set([...file.columns, ...Object.keys(defaults)]) },
  );
  const problems = mergeProblems(file.problems, examined.problems);
  const kept = problems.count === 0 || skipBad;
  const skipped = file.rows.filter((row) => row.bad).length;
  const created = kept ? fresh.length : 0;
  let importId: number | null = null;
  if (created > 0 && !dryRun) {
    await kind.lock?.(transaction, communityId, fresh);
    const scope = { communityId, openingAccountId: opening.id, recordedBy };
    importId = await noteImport(transaction, {
      ...{
        communityId,
        kind: kind.kind,
        fileName: fileName ?? null,
        fileSha256: file.fileSha256,
        rowCount: file.rows.length,
      },
      ...{ createdCount: created, importedBy: recordedBy, importedAt: within.at },
    });
    for (const chunk of chunksOf(fresh, CHUNK_ROWS)) {
      const createdIds = await kind.write(within, scope, chunk.items);
      await insertImportRows(transaction, { communityId, importId, createdIds });
      // Plans made for empty tables are wrong from here on.
      if (chunk.end === CHUNK_ROWS) await discardPlans(transaction);
      onProgress?.({ phase: 'writing', done: chunk.end, total: created });
    }
    within.audit(`${kind.kind}.imported`, `community:${communityId}`, { rows: file.rows.length, created, skipped });
  }
  return {
    kind: kind.kind,
    importId,
    outcome: kept ? 'imported' : 'refused',
    rows: file.rows.length,
    created,
    unchanged,
    differing,
    skipped,
    problems: problems.listed,
    problemCount: problems.count,
    differences: differences.listed,
    badRows: badRowsOf(file.rows, problems),
    totals: totalsOf(fresh),
    newCategories,
    understood: file.understood,
  };
}

async function noteImport(...given: Parameters<typeof insertImport>): Promise<number> {
  const [row] = await insertImport(...given);
  if (!row) throw new Error('an import was not noted');
  return row.id;
}

/** The sum and the largest of the balances or exchanged hours that are written; null: there are none. */
function totalsOf(fresh: readonly unknown[]): ImportTotals | null {
  const seconds = fresh.flatMap((row) => {
    const { balance_hours, hours } = row as Readonly<Record<string, unknown>>;
    return typeof balance_hours === 'number' ? balance_hours : typeof hours === 'number' ? hours : [];
  });
  if (seconds.length === 0) return null;
  const sizes = seconds.map(Math.abs);
  return {
    sumSeconds: seconds.reduce((sum, one) => sum + one, 0),
    largestSeconds: sizes.reduce((largest, one) => Math.max(largest, one), 0),
  };
}

function badRowsOf(rows: readonly FileRow<Columns>[], { byLine }: Problems): BadRow[] {
  const bad = rows.flatMap(({ line, cells }) => {
    const problems = byLine.get(line);
    return problems ? [{ line, cells: cells.map(withoutTextMark), problems }] : [];
  });
  return bad.slice(0, BAD_ROWS_MAX);
}

function unreadable(kind: ImportKind, { line, code, message, params, understood }: FileFault): ImportResult {
  return {
    ...{ kind, importId: null, outcome: 'refused', rows: 0, created: 0, unchanged: 0, differing: 0, skipped: 0 },
    problems: [{ line, column: null, code, message, ...(params ? { params } : {}) }],
    ...{ problemCount: 1, differences: [], badRows: [], totals: null, newCategories: [] },
    understood: understood ?? null,
  };
}

export function createExamined<Fresh>(): ExaminedRows<Fresh> {
  const [problems, differences] = [createProblems(), createProblems()];
  return { fresh: [], unchanged: 0, differing: 0, problems, differences, newCategories: [] };
}

/** A row as its reader typed it. Call it for rows that are not bad: those have every value. */
export function valuesOf<C extends Columns>(row: FileRow<C>): RowOf<C> {
  return row.values as RowOf<C>;
}

/**
 * Counts a row that is there already as unchanged, or as differing in the columns whose comparison is false. A column
 * that the file does not have says nothing.
 */
export function compare(
  examined: ExaminedRows<unknown>,
  line: number,
  { given }: Pick<ExaminationOptions, 'given'>,
  same: Readonly<Record<string, boolean>>,
): void {
  const columns = Object.keys(same).filter((column) => same[column] === false && given.has(column));
  if (columns.length === 0) {
    examined.unchanged++;
    return;
  }
  examined.differing++;
  for (const column of columns) {
    const message = `${column} differs from what is there already, which was left as it is.`;
    addProblem(examined.differences, { line, column, code: 'differs', message });
  }
}

/** Looks up texts in bounded statements; equal and undefined ones once or not at all. */
export async function lookUp<Row extends { readonly externalId: string }>(
  externalIds: Iterable<string | null | undefined>,
  select: (externalIds: readonly string[]) => Promise<readonly Row[]>,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  const wanted = [...new Set(externalIds)].filter((id) => typeof id === 'string');
  for (const { items } of chunksOf(wanted, LOOK_UP_CHUNK)) {
    for (const row of await select(items)) found.set(row.externalId, row);
  }
  return found;
}

export function* chunksOf<T>(all: readonly T[], size: number): Generator<{ items: T[]; end: number }> {
  for (let at = 0; at < all.length; at += size) {
    yield { items: all.slice(at, at + size), end: Math.min(at + size, all.length) };
  }
}
