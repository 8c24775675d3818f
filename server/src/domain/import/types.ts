/** What an import is given and what it answers. The command line and the console call the same functions. */
import type { ImportKind } from '@timebank/contract';
import type { ChangeDeps } from '../change/change.ts';

/** The part of `Deps` that an import needs. */
export type ImportTools = ChangeDeps;

export interface ImportOptions {
  /** True: bad rows are left out and the good ones kept. False: one bad row, and nothing of the file is kept. */
  readonly skipBad: boolean;
  /** Who imports, for transfers and the audit log: `administrator:3`, `command line`. */
  readonly recordedBy: string;
  /** One of `SEPARATORS`; guessed from the first line when absent. */
  readonly separator?: string | undefined;
  /** A name iconv knows, such as `windows-1252`; guessed from the bytes when absent. */
  readonly encoding?: string | undefined;
  /** Our column for a name of the file's header (in small letters); '' leaves that column of the file out. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** True: the result as it would be; nothing is written. */
  readonly dryRun?: boolean | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** True: the file is read in a thread of its own, so that the process goes on answering. */
  readonly inThread?: boolean | undefined;
}

/** Reading is counted in bytes, writing in rows. */
export interface ImportProgress {
  readonly phase: 'reading' | 'writing';
  readonly done: number;
  readonly total: number;
}

/** What is wrong with a row, or how an existing row differs from the file. */
export interface Problem {
  /** Physical line of the file, from 1, on which the row begins. */
  readonly line: number;
  /** Name of the column; null when the row or the file as a whole is meant. */
  readonly column: string | null;
  /** Stable word for programs. */
  readonly code: string;
  /** One sentence for a person. */
  readonly message: string;
  /** What stands there, cut to 100 characters. */
  readonly value?: string;
}

export interface ImportResult {
  readonly kind: ImportKind;
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
  /** How the file was understood. */
  readonly separator: string | null;
  readonly encoding: string | null;
}

/** Problems listed one by one; further ones are counted. */
export const LISTED_MAX = 1000;

/** The file as a whole cannot be read; nothing of it is kept, whatever `skipBad` says. */
export class FileFault extends Error {
  readonly code: string;
  readonly line: number;

  constructor(code: string, line: number, message: string) {
    super(message);
    this.code = code;
    this.line = line;
  }
}
