/** Import of CSV files: previewed first, then imported completely or not at all. The command line uses the same code. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { BAD_ROWS_PAGE_MAX } from '../../../console/desk/contract/routes.ts';
import { integerBetween, oneOf, PAGED, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  listOf,
  nullable,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { IMPORT_KINDS, IMPORT_PROBLEM_CODES, MOVE_SYSTEMS } from '../../../contract/src/words.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const problem = () =>
  Type.Array(
    closedObject({
      line: Type.Integer({ description: 'Line of the file, from 1.' }),
      column: nullable(Type.String(), { description: 'Null: the problem concerns the whole row or file.' }),
      code: wordValue(IMPORT_PROBLEM_CODES, 'Stable code.'),
      message: Type.String({ description: 'One sentence for a person.' }),
      value: Type.Optional(Type.String({ description: 'The value in the file, cut to 100 characters.' })),
      params: Type.Optional(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
          description: 'What a sentence in another language needs besides: a limit, another line.',
        }),
      ),
    }),
    { description: 'In file order, at most 1,000.' },
  );

const result = {
  kind: wordValue(IMPORT_KINDS, 'What the file contains.'),
  outcome: wordValue(['imported', 'refused'], '`refused`: nothing was imported.'),
  rows: count('Rows of the file.'),
  created: count('Rows that are new and valid.'),
  unchanged: count('Rows that already exist with the same values.'),
  differing: count('Rows that already exist with other values; the existing values stay.'),
  skipped: count('Rows with a problem.'),
  problems: problem(),
  problem_count: count('The number of all problems, even if the list is cut.'),
  differences: problem(),
  new_categories: Type.Array(
    closedObject({
      name: Type.String({ description: 'As the first row with it spells it.' }),
      rows: count('New rows with it.'),
    }),
    { description: 'Categories that the list lacks and the import adds, in file order, at most 200.' },
  ),
  new_category_count: count('The number of all of them, even if the list is cut.'),
};

export const ImportReport = component('ImportReport', 'The result of an import.', {
  ...result,
  import_id: nullable(Type.Integer(), {
    description: 'By which the import can be undone; null: it created nothing.',
  }),
});
export type ImportReport = Static<typeof ImportReport>;

const DATE_ORDERS = ['dmy', 'mdy'] as const;
const HOURS_UNITS = ['hours', 'minutes', 'seconds'] as const;
const DECIMAL_MARKS = ['comma', 'point'] as const;
const textOrNull = (description: string) => nullable(Type.String(), { description });
const example = {
  written: textOrNull('An example of the file.'),
  read: textOrNull('What it is read as.'),
};

const understood = closedObject({
  separator: Type.String({ description: 'Between cells.' }),
  encoding: Type.String({ description: 'The encoding with which the file was read; `workbook` where it was one.' }),
  letters: Type.Array(Type.String(), { description: 'Up to three words with letters beyond ASCII.' }),
  header: Type.Array(Type.String(), { description: 'The first line, unchanged.' }),
  sample: Type.Array(Type.Array(Type.String()), { description: 'The first rows, unchanged.' }),
  columns: Type.Array(
    closedObject({
      name: Type.String({ description: 'In the first line.' }),
      column: textOrNull('What the column is taken for; null: left out.'),
      by: wordValue(['name', 'guess', 'chosen', 'unknown'], 'Why.'),
    }),
  ),
  dates: nullable(
    closedObject({
      order: nullable(wordValue(DATE_ORDERS, 'The order of day and month.')),
      by: wordValue(['file', 'chosen', 'locale', 'iso', 'unclear'], 'What decided.'),
      ...example,
    }),
    { description: 'How dates are read. Null: there are none.' },
  ),
  numbers: nullable(
    closedObject({
      decimal: nullable(wordValue(DECIMAL_MARKS, 'The decimal mark.')),
      by: wordValue(['file', 'chosen', 'plain', 'unclear'], 'What decided.'),
      ...example,
    }),
    { description: 'How numbers are read. Null: there are none.' },
  ),
  words: Type.Array(
    closedObject({
      ...{ column: Type.String(), written: Type.String(), count: count('Rows.') },
      read: textOrNull('What it is read as, empty for an empty cell; null: its rows are left out.'),
    }),
    { description: 'Words of the file that were taken for others, at most 50.' },
  ),
  unknown_words: Type.Array(closedObject({ column: Type.String(), written: Type.String(), count: count('Rows.') }), {
    description: 'Words of the file that are none of ours, in columns of words and of days, at most 50.',
  }),
});

const badRow = closedObject({
  line: Type.Integer({ description: 'Line of the file, from 1.' }),
  cells: Type.Array(Type.String(), { description: 'As the file has them, or as they were typed over.' }),
  problems: problem(),
});

/** The limit of the JSON at the end of the body. */
const MENDED_BYTES_MAX = 4_000_000;

export const ImportPreview = component('ImportPreview', 'How a file is interpreted; nothing was written.', {
  ...result,
  columns: Type.Array(
    closedObject({
      ...{ name: Type.String(), required: Type.Boolean(), is_day: Type.Boolean() },
      words: nullable(Type.Array(Type.String()), { description: 'The words that it may have. Null: any text.' }),
    }),
    { description: 'The columns that such a file may have.' },
  ),
  totals: nullable(
    closedObject({
      sum_seconds: Type.Integer({ description: 'The sum of all balances or hours.' }),
      largest_seconds: count('The largest, without its sign.'),
    }),
    { description: 'Of the good rows. Null: there are no hours.' },
  ),
  understood: nullable(understood, { description: 'Every guess about the file. Null: it could not be read at all.' }),
  bad_rows: Type.Array(badRow, { description: 'The rows with problems, a page of them.' }),
  bad_rows_next: nullable(Type.Integer(), {
    description: 'Send it as `bad_after` for the next page; null: this was the last.',
  }),
  bad_rows_kept: count('How many rows with problems can be paged through; at most 10,000.'),
});
export type ImportPreview = Static<typeof ImportPreview>;

const query = {
  kind: { ...oneOf(IMPORT_KINDS, 'What the file contains.'), required: true },
  separator: oneOf(['comma', 'semicolon', 'tab', 'bar'], 'Detected if omitted.'),
  encoding: text('Such as utf-8 or windows-1252; detected if omitted.', 40),
  columns: text(
    'JSON object from a column of the file to ours: `#3` for the third one, or its name in lower case; "" leaves that column out. The others are guessed.',
    8000,
  ),
  dates: oneOf(DATE_ORDERS, 'The order of day and month; guessed from the whole file if omitted.'),
  unclear_dates: oneOf(DATE_ORDERS, 'The order where the file does not tell; without it such a file is refused.'),
  numbers: oneOf(
    DECIMAL_MARKS,
    'The decimal mark; guessed from the whole file if omitted, refused if that is unclear.',
  ),
  unit: oneOf(HOURS_UNITS, 'The unit of balances and hours; a file that looks like another unit is refused without.'),
  categories: text(
    'JSON object from a category of the file to one of the list that is taken for it; "": rows with it are not imported. Others that the list lacks are added to it.',
    8000,
  ),
  words: text(
    'JSON object by our column of objects from a word of the file, without case and accents, to the cell that is read instead: one of our words, or a day; "" for an empty cell; null: rows with it are not imported.',
    8000,
  ),
  similar: oneOf(['new'], 'Rows that may be a known member under another number are new members; refused without.'),
  mended_bytes: integerBetween(
    0,
    MENDED_BYTES_MAX,
    'How many bytes at the end of the body are JSON of rows that were typed over: `{"<line>": ["cell", …]}`.',
    0,
  ),
  skip_bad: oneOf(['yes', 'no'], 'Whether invalid rows are skipped; otherwise one invalid row refuses the whole file.'),
} as const;

export const previewImport = consoleOperation('previewImport', {
  route: 'POST /communities/{slug}/imports/preview',
  access: 'imports.write',
  query: {
    ...query,
    bad_after: integerBetween(0, 999_999_999, 'Rows with problems after this line.', 0),
    bad_count: integerBetween(1, BAD_ROWS_PAGE_MAX, 'Rows with problems in this answer.', 50),
  },
  upload: true,
  answer: dataOf(ImportPreview),
  errors: ['validation_failed'],
});

export const runImport = consoleOperation('runImport', {
  route: 'POST /communities/{slug}/imports',
  access: 'imports.write',
  recentPassword: true,
  isWayIn: true,
  query: {
    ...query,
    file_name: text('Name of the file, stored with the import.', 255),
    progress_key: text('Generated by the caller; getImportProgress reports the progress under this key.', 60),
  },
  upload: true,
  answer: dataOf(ImportReport),
  errors: ['validation_failed'],
});

export const RunningImport = component('ImportProgress', 'The progress of an import.', {
  phase: nullable(wordValue(['reading', 'writing'], 'The current phase.'), {
    description: 'Null: nothing is known here, because the import has finished or runs on another node.',
  }),
  done: count('Bytes read, or rows written.'),
  total: count('The total of bytes or rows.'),
});
export type RunningImport = Static<typeof RunningImport>;

export const getImportProgress = consoleOperation('getImportProgress', {
  route: 'GET /communities/{slug}/imports/progress',
  access: 'imports.write',
  query: { key: { ...text('The progress_key of the import.', 60), required: true } },
  answer: dataOf(RunningImport),
});

export const OBSTACLES = ['undone', 'later_import', 'changed'] as const;

const pastImport = {
  id: Type.Integer(),
  kind: wordValue(IMPORT_KINDS, 'What the file contained.'),
  file_name: nullable(Type.String({ description: 'Name of the file, if one was sent.' })),
  move: nullable(wordValue(MOVE_SYSTEMS, 'The other system.'), {
    description: 'The import is part of a move from this system, and is undone with it; null: it is not.',
  }),
  file_sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal.' }),
  rows: count('Rows of the file.'),
  created: count('Members, listings or exchanges that it created.'),
  imported_at: timeValue('When it was imported.'),
  imported_by: nullable(Type.String(), { description: 'The administrator; null: the command line.' }),
  undone_at: nullable(timeValue('When it was undone; null: it was not.')),
  undone_by: nullable(Type.String(), { description: 'The administrator who undid it.' }),
};

export const PastImport = component('PastImport', 'An import that created something.', pastImport);
export type PastImport = Static<typeof PastImport>;

export const UndoableImport = component('UndoableImport', 'An import, and whether it can be undone now.', {
  ...pastImport,
  obstacle: nullable(
    closedObject({
      reason: wordValue(
        OBSTACLES,
        '`later_import`: a later one of the same kind has to be undone first; `changed`: something has happened to what it created.',
      ),
      count: count('How many of its rows are not as it left them.'),
      names: Type.Array(Type.String(), { description: 'Names or titles of the first three of them.' }),
    }),
    { description: 'Why it cannot be undone; null: it can be.' },
  ),
});
export type UndoableImport = Static<typeof UndoableImport>;

export const listImports = consoleOperation('listImports', {
  route: 'GET /communities/{slug}/imports',
  access: 'imports.write',
  query: PAGED,
  answer: listOf(PastImport),
});

export const getImport = consoleOperation('getImport', {
  route: 'GET /communities/{slug}/imports/{importId}',
  access: 'imports.write',
  answer: dataOf(UndoableImport),
});

export const undoImport = consoleOperation('undoImport', {
  route: 'POST /communities/{slug}/imports/{importId}/undo',
  access: 'imports.write',
  answer: dataOf(PastImport),
  errors: ['import_not_undoable'],
});
