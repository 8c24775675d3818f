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
}

export const SHEET_COLUMNS_MAX = 500;
/** What is below it is left out. */
export const SHEET_ROWS_MAX = 50_200;
