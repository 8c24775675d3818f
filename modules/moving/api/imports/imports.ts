/** /communities/{slug}/imports: a file is looked at, then written whole or not at all. */

import { shown } from '@timebank/contract';
import { actOf, type CommunityCall, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { IMPORT_BYTES_MAX } from '../../../../console/desk/contract/routes.ts';
import type { Uploads } from '../../../../console/desk/uploads.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { BadRow, FileReading, ImportResult, RetypedRows, WordChoices } from '../../../tables/record-types.ts';
import type {
  getImportProgress,
  ImportPreview,
  ImportReport,
  previewImport,
  runImport,
} from '../../contract/imports.ts';
import { NEW_CATEGORIES_MAX } from '../../domain/import/file-categories.ts';
import { IMPORT_COLUMNS, IMPORTS } from '../../domain/import/import.ts';
import { BAD_ROWS_MAX } from '../../domain/import/problems.ts';
import { wordKey } from '../../domain/import/understand.ts';
import type { ProgressByKey } from './progress.ts';

const PAGE_ROWS = 50;
const CELLS_MAX = 500;
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;

export interface ImportHandlers {
  readonly previewImport: ConsoleHandler<typeof previewImport>;
  readonly runImport: ConsoleHandler<typeof runImport>;
  readonly getImportProgress: ConsoleHandler<typeof getImportProgress>;
}

/** The handlers of one process. */
export function createImportHandlers(uploads: Uploads, progress: ProgressByKey): ImportHandlers {
  return {
    previewImport: (call, deps) =>
      uploads.take(call.membership.communityId, call.file, bytesMaxOf(call), async (bytes) => {
        const { kind, file, options } = partsOf(call, bytes);
        const result = await IMPORTS[kind](deps, call.membership.communityId, file, { ...options, dryRun: true });
        const data: ImportPreview = {
          ...present(result),
          ...pageOf(result.badRows, call.query.bad_after ?? 0, call.query.bad_count ?? PAGE_ROWS),
          columns: columnsOf(kind),
          totals: result.totals && {
            sum_seconds: result.totals.sumSeconds,
            largest_seconds: result.totals.largestSeconds,
          },
          understood: result.understood && presentUnderstood(result.understood),
        };
        return { data };
      }),

    runImport: (call, deps) =>
      uploads.take(call.membership.communityId, call.file, bytesMaxOf(call), async (bytes) => {
        const { kind, file, options } = partsOf(call, bytes);
        const { progress_key, file_name: fileName } = call.query;
        const { onProgress, end } = progress.of(call.membership.communityId, progress_key);
        try {
          const result = await IMPORTS[kind](deps, call.membership.communityId, file, {
            ...options,
            fileName,
            onProgress,
          });
          return { data: { ...present(result), import_id: result.importId } };
        } finally {
          end();
        }
      }),

    getImportProgress: async ({ membership, query }) => {
      const { phase = null, done = 0, total = 0 } = progress.read(membership.communityId, query.key) ?? {};
      return { data: { phase, done, total } };
    },
  };
}

type ImportCall = CommunityCall<typeof previewImport> | CommunityCall<typeof runImport>;

function bytesMaxOf({ query }: ImportCall): number {
  return IMPORT_BYTES_MAX + (query.mended_bytes ?? 0);
}

/** The file, the corrected rows behind it, and how both are read. @throws Refusal invalid_request, validation_failed */
function partsOf(call: ImportCall, bytes: Buffer) {
  const {
    kind,
    separator,
    encoding,
    columns,
    dates,
    unclear_dates,
    numbers,
    unit,
    categories,
    words,
    similar,
    mended_bytes = 0,
    skip_bad,
  } = call.query;
  if (kind === undefined) throw invalid('kind', 'required', 'kind is required.');
  if (mended_bytes > bytes.length) throw invalid('mended_bytes', 'out_of_range', 'mended_bytes is more than the body.');
  const end = bytes.length - mended_bytes;
  return {
    kind,
    file: bytes.subarray(0, end),
    options: {
      separator: separator === undefined ? undefined : SEPARATORS[separator],
      encoding,
      columns: columns === undefined ? undefined : mappingOf('columns', columns),
      dates,
      unclearDates: unclear_dates,
      numbers,
      unit,
      categories: categories === undefined ? undefined : mappingOf('categories', categories),
      words: words === undefined ? undefined : wordsOf(kind, words),
      similarAreNew: similar === 'new',
      mended: mended_bytes === 0 ? undefined : mendedOf(bytes.toString('utf8', end)),
      skipBad: skip_bad === 'yes',
      recordedBy: actOf(call).actor,
      inThread: true,
    },
  };
}

/** Texts or null by word, by one of our columns. @throws Refusal invalid_request */
function wordsOf(kind: keyof typeof IMPORT_COLUMNS, text: string): WordChoices {
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const value = parsedJson(text);
  const columns = isObject(value) ? Object.entries(value) : undefined;
  const isRight = columns?.every(
    ([, words]) => isObject(words) && Object.values(words).every((to) => to === null || typeof to === 'string'),
  );
  if (!columns || !isRight) {
    throw invalid('words', 'invalid_format', 'words must be a JSON object of objects of texts or null.');
  }
  const unknown = columns.find(([column]) => !Object.hasOwn(IMPORT_COLUMNS[kind], column));
  if (unknown)
    throw invalid('words', 'unknown_column', `words names ${shown(unknown[0])}, which is no column of ours.`);
  return Object.fromEntries(
    columns.map(([column, words]) => [
      column,
      Object.fromEntries(
        Object.entries(words as Record<string, string | null>).map(([word, to]) => [wordKey(word), to]),
      ),
    ]),
  );
}

/** Corrected rows, by line. */
function mendedOf(text: string): RetypedRows {
  const value = parsedJson(text);
  const isRow = (row: unknown) =>
    Array.isArray(row) && row.length <= CELLS_MAX && row.every((cell) => typeof cell === 'string');
  const rows = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const isMended = rows.every(([line, row]) => /^[1-9]\d{0,8}$/.test(line) && isRow(row));
  if (rows.length === 0 || rows.length > BAD_ROWS_MAX || !isMended) {
    const message = 'The end of the body must be a JSON object of rows by line.';
    throw invalid('mended_bytes', 'invalid_format', message);
  }
  return value as RetypedRows;
}

/** Undefined: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Rows with problems after a line. */
function pageOf(rows: readonly BadRow[], after: number, count: number) {
  const rest = rows.filter(({ line }) => line > after);
  const page = rest.slice(0, count);
  return {
    bad_rows: page.map((row) => ({ ...row, cells: [...row.cells], problems: [...row.problems] })),
    bad_rows_next: rest.length > page.length ? (page.at(-1)?.line ?? null) : null,
    bad_rows_kept: rows.length,
  };
}

function columnsOf(kind: keyof typeof IMPORT_COLUMNS): ImportPreview['columns'] {
  return Object.entries(IMPORT_COLUMNS[kind]).map(([name, { required, rule }]) => ({
    ...{ name, required },
    words: rule.kind === 'words' ? [...rule.words] : null,
    is_day: rule.kind === 'day',
  }));
}

function presentUnderstood(understood: FileReading): NonNullable<ImportPreview['understood']> {
  const { letters, header, sample, columns, words, unknownWords, ...rest } = understood;
  return {
    ...rest,
    ...{ letters: [...letters], header: [...header], sample: sample.map((row) => [...row]) },
    ...{ columns: [...columns], words: [...words] },
    unknown_words: unknownWords.map(({ column, written, count }) => ({ column, written, count })),
  };
}

function mappingOf(field: string, text: string): Record<string, string> {
  const mapping = parsedJson(text);
  if (typeof mapping !== 'object' || mapping === null || Object.values(mapping).some((to) => typeof to !== 'string')) {
    throw invalid(field, 'invalid_format', `${field} must be a JSON object of texts.`);
  }
  return mapping as Record<string, string>;
}

/** A parameter, or a part of the body, that is wrong. */
export function invalid(field: string, code: string, message: string) {
  return refusal('invalid_request', message, [{ field, code, message }]);
}

function present(result: ImportResult): Omit<ImportReport, 'import_id'> {
  const { kind, outcome, rows, created, unchanged, differing, skipped } = result;
  const { problems, problemCount, differences, newCategories } = result;
  return {
    kind,
    outcome,
    rows,
    created,
    unchanged,
    differing,
    skipped,
    problems: [...problems],
    problem_count: problemCount,
    differences: [...differences],
    new_categories: newCategories.slice(0, NEW_CATEGORIES_MAX),
    new_category_count: newCategories.length,
  };
}
