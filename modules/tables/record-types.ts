/** The input and the result of an import. The command line and the console call the same functions. */
import type { ImportKind, ImportProblemCode } from '@timebank/contract';
import type { ChangeDeps } from '../../core/change/change.ts';

/** The part of `Deps` that an import needs. */
export type ImportTools = ChangeDeps;

export interface ImportOptions {
  /** True: bad rows are left out and the good ones kept. False: one bad row, and nothing of the file is kept. */
  readonly skipBad: boolean;
  /** Who imports, for transfers and the audit log: `administrator:3`, `command line`. */
  readonly recordedBy: string;
  /** The file's name, kept with the import. */
  readonly fileName?: string | undefined;
  /** One of `SEPARATORS`; guessed from the first line when absent. */
  readonly separator?: string | undefined;
  /** A name iconv knows, such as `windows-1252`; guessed from the bytes when absent. */
  readonly encoding?: string | undefined;
  /** Our column for a name of the file's header (in small letters) or its place (`#3`); '' leaves it out. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** The order of day and month; guessed from the file when absent. */
  readonly dates?: DateOrder | undefined;
  /** The order where the file leaves it open; without it such a file is refused. */
  readonly unclearDates?: DateOrder | undefined;
  /** The decimal mark; guessed from the file when absent. A file that leaves it open is refused. */
  readonly numbers?: DecimalMark | undefined;
  /** The unit of balances and hours; without it a file whose amounts look like another unit is refused. */
  readonly unit?: HoursUnit | undefined;
  /** Our column, and the value of rows where it is empty or missing. */
  readonly defaults?: Readonly<Record<string, string>> | undefined;
  /** What categories of the file are taken for. */
  readonly categories?: CategoryChoices | undefined;
  /** What words of the file are taken for. */
  readonly words?: WordChoices | undefined;
  /** True: rows that may be a known member under another number are new members; otherwise they are bad. */
  readonly similarAreNew?: boolean | undefined;
  /** Cells of rows that a person corrected, by the line on which the row begins. */
  readonly mended?: RetypedRows | undefined;
  /** True: the result as it would be; nothing is written. */
  readonly dryRun?: boolean | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** True: the file is read in a thread of its own, so that the process goes on answering. */
  readonly inThread?: boolean | undefined;
}

/** The category of the list for a name of the file; '': rows with it are not imported. */
export type CategoryChoices = Readonly<Record<string, string>>;

/**
 * By our column and a word of the file, without case and accents: the cell that is read instead, '' for an empty one;
 * null: rows with it are not imported.
 */
export type WordChoices = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** A category that the list of the community lacks, and how many new rows have it. */
export interface NewCategory {
  readonly name: string;
  readonly rows: number;
}

export type DateOrder = 'dmy' | 'mdy';
export type HoursUnit = 'hours' | 'minutes' | 'seconds';
export type DecimalMark = 'comma' | 'point';
export type RetypedRows = Readonly<Record<number, readonly string[]>>;

/** The meaning given to a column of the file. */
export interface ColumnMeaning {
  readonly name: string;
  /** Ours; null: left out. */
  readonly column: string | null;
  /**
   * It has our name, the name is in the table of what it may be called, a person chose it, or its meaning is unknown.
   */
  readonly by: 'name' | 'guess' | 'chosen' | 'unknown';
}

/** How a file's dates are read. `iso`: each says it by itself. `unclear`: it must be chosen. */
export interface DatesRead {
  readonly order: DateOrder | null;
  readonly by: 'file' | 'chosen' | 'locale' | 'iso' | 'unclear';
  readonly written: string | null;
  readonly read: string | null;
}

/** How a file's numbers are read. `plain`: each says it by itself. `unclear`: it must be chosen. */
export interface NumbersRead {
  readonly decimal: DecimalMark | null;
  readonly by: 'file' | 'chosen' | 'plain' | 'unclear';
  readonly written: string | null;
  readonly read: string | null;
}

/** A word of the file that was taken for one of ours. */
export interface WordRead {
  readonly column: string;
  readonly written: string;
  /** '' for an empty cell; null: its rows are left out, or, of an unknown word, nothing is decided. */
  readonly read: string | null;
  readonly count: number;
}

/** How a file is understood: every guess. */
export interface FileReading {
  readonly separator: string;
  readonly encoding: string;
  /** Words of the file with letters beyond ASCII: whether they are right shows whether the encoding is. */
  readonly letters: readonly string[];
  /** The first line and the first rows, cells cut to 200 characters. */
  readonly header: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly columns: readonly ColumnMeaning[];
  readonly dates: DatesRead | null;
  readonly numbers: NumbersRead | null;
  readonly words: readonly WordRead[];
  /** Words that are none of ours, in columns of words and of days, with the rows that have them. */
  readonly unknownWords: readonly WordRead[];
}

/** A row with problems, as the file or a person has it. */
export interface BadRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly Problem[];
}

/** Reading is counted in bytes, writing in rows. */
export interface ImportProgress {
  readonly phase: 'reading' | 'writing';
  readonly done: number;
  readonly total: number;
}

/** A fault of a row, or a difference between an existing row and the file. */
export interface Problem {
  /** Physical line of the file, from 1, on which the row begins. */
  readonly line: number;
  /** Name of the column; null when the row or the file as a whole is meant. */
  readonly column: string | null;
  /** Stable word for programs. */
  readonly code: ImportProblemCode;
  /** One sentence for a person. */
  readonly message: string;
  /** The cell's text, cut to 100 characters. */
  readonly value?: string;
  /** Values in the sentence: a limit, another line. */
  readonly params?: ProblemParams;
}

export type ProblemParams = Readonly<Record<string, string | number>>;

export interface ImportTotals {
  readonly sumSeconds: number;
  readonly largestSeconds: number;
}

export interface ImportResult {
  readonly kind: ImportKind;
  /** The id by which the import can be undone; null: nothing was created. */
  readonly importId: number | null;
  /** `refused`: nothing of the file was kept. */
  readonly outcome: 'imported' | 'refused';
  /** Rows of the file, without the header and empty lines. */
  readonly rows: number;
  readonly created: number;
  /** Rows that are there already (by external_id), just as the file has them. */
  readonly unchanged: number;
  /** Rows that are there already and differ. An import creates and never overwrites: they stay as they are. */
  readonly differing: number;
  /** Rows with a problem. */
  readonly skipped: number;
  /** In file order, at most `LISTED_MAX`; `problemCount` counts all. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** In what the differing rows differ, likewise. */
  readonly differences: readonly Problem[];
  /** The rows with problems, in file order, at most `BAD_ROWS_MAX`. */
  readonly badRows: readonly BadRow[];
  /** Of the balances or exchanged hours of rows that are created. */
  readonly totals: ImportTotals | null;
  /** What good rows have and the list of categories lacks, in the order of the file. */
  readonly newCategories: readonly NewCategory[];
  /** How the file was understood, as far as it could be read. */
  readonly understood: FileReading | null;
}

/** Problems listed one by one; further ones are counted. */
export const LISTED_MAX = 1000;

/** The file as a whole cannot be read; nothing of it is kept, whatever `skipBad` says. */
export class FileFault extends Error {
  readonly code: ImportProblemCode;
  readonly line: number;
  readonly params: ProblemParams | undefined;
  /** The reading of the file, as far as it came. */
  readonly understood: FileReading | undefined;

  constructor(
    code: ImportProblemCode,
    line: number,
    message: string,
    params?: ProblemParams,
    understood?: FileReading,
  ) {
    super(message);
    this.code = code;
    this.line = line;
    this.params = params;
    this.understood = understood;
  }
}

/** An archive or a workbook cannot be read. The message is one sentence: what it is, and what to do. */
export class PackedFileFault extends Error {
  readonly code: 'archive_encrypted' | 'archive_bounds' | 'truncated' | 'not_well_formed';
  /** Values in the sentence. */
  readonly params: Readonly<Record<string, number>>;

  constructor(code: PackedFileFault['code'], message: string, params: PackedFileFault['params'] = {}) {
    super(message);
    this.code = code;
    this.params = params;
  }
}

/** A row of a sheet that is not empty. */
export interface SheetRecord {
  /** The row's number, from 1; both are the same. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly fields: readonly string[];
  readonly badlyQuoted: undefined;
}

/** A sheet that has rows. */
export interface Worksheet {
  readonly name: string;
  readonly records: readonly SheetRecord[];
  /** Rows with values that the sheet does not show. They are among the records, as in the CSV that spreadsheets write. */
  readonly hiddenRows: number;
}

export const SHEET_COLUMNS_MAX = 500;
/** What is below it is left out. */
export const SHEET_ROWS_MAX = 50_200;

export const isEmptyRow = (fields: readonly string[]): boolean => fields.every((field) => field.trim() === '');

export const sheetRecord = (line: number, fields: readonly string[]): SheetRecord => ({
  firstLine: line,
  lastLine: line,
  fields,
  badlyQuoted: undefined,
});
