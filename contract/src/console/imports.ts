/** Import of CSV files: looked at first, then written whole or not at all. The command line imports by the same code. */
import { type Static, Type } from 'typebox';
import { oneOf, text } from '../query.ts';
import { dataOf, nullable, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const IMPORT_KINDS = ['members', 'listings', 'exchanges'] as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const problem = () =>
  Type.Array(
    Type.Object(
      {
        line: Type.Integer({ description: 'Line of the file, from 1.' }),
        column: nullable(Type.String(), { description: 'Null: the row or the file as a whole.' }),
        code: Type.String({ description: 'Stable word.' }),
        message: Type.String({ description: 'One sentence for a person.' }),
        value: Type.Optional(Type.String({ description: 'What stands there, cut to 100 characters.' })),
      },
      closed,
    ),
    { description: 'In file order, at most 1,000.' },
  );

const result = {
  kind: wordValue(IMPORT_KINDS, 'What the file holds.'),
  outcome: wordValue(['imported', 'refused'], '`refused`: nothing of the file is kept.'),
  rows: count('Rows of the file.'),
  created: count('Rows that are new and good.'),
  unchanged: count('Rows that are there already, just so.'),
  differing: count('Rows that are there already and differ; they stay as they are.'),
  skipped: count('Rows with a problem.'),
  problems: problem(),
  problem_count: count('All of them, also where the list is cut.'),
  differences: problem(),
};

export const ImportReport = Type.Object(result, {
  $id: 'ImportReport',
  ...closed,
  description: 'What became of a file, or would become of it.',
});
export type ImportReport = Static<typeof ImportReport>;

export const ImportPreview = Type.Object(
  {
    ...result,
    separator: nullable(Type.String(), { description: 'Between the cells; null where the file cannot be read.' }),
    encoding: nullable(Type.String(), { description: 'As it was read.' }),
    header: Type.Array(Type.String(), { description: 'The first line, as it stands.' }),
    sample: Type.Array(Type.Array(Type.String()), { description: 'The first rows, as they stand.' }),
    columns: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean() }, closed), {
      description: 'What such a file may hold.',
    }),
  },
  { $id: 'ImportPreview', ...closed, description: 'How a file is understood; nothing was written.' },
);
export type ImportPreview = Static<typeof ImportPreview>;

const query = {
  kind: { ...oneOf(IMPORT_KINDS, 'What the file holds.'), required: true },
  separator: oneOf(['comma', 'semicolon', 'tab', 'bar'], 'Guessed when absent.'),
  encoding: text('Such as utf-8 or windows-1252; guessed when absent.', 40),
  columns: text('JSON object: our column by a name of the first line in small letters; "" leaves it out.', 4000),
  skip_bad: oneOf(['yes', 'no'], 'Whether bad rows are left out; otherwise one bad row and nothing is kept.'),
} as const;

export const previewImport = consoleOperation({
  id: 'previewImport',
  tag: 'Imports',
  summary: 'Look at a file (CSV, at most 20 MB, sent as the body): how it is understood and what would become of it.',
  access: 'imports.write',
  query,
  body: undefined,
  upload: true,
  success: {
    status: 200,
    description: 'Nothing was written.',
    schema: dataOf(ImportPreview),
  },
  errors: ['validation_failed'],
});

export const runImport = consoleOperation({
  id: 'runImport',
  tag: 'Imports',
  summary: 'Import a file in one transaction. A second run of the same file creates nothing twice.',
  access: 'imports.write',
  query: { ...query, progress_key: text('Made by the caller; getImportProgress tells how far it is.', 60) },
  body: undefined,
  upload: true,
  success: { status: 200, description: 'The report.', schema: dataOf(ImportReport) },
  errors: ['validation_failed'],
});

export const RunningImport = Type.Object(
  {
    phase: nullable(wordValue(['reading', 'writing'], 'What is being done.'), {
      description: 'Null: nothing is known here, because it is over, or runs on another node.',
    }),
    done: count('Bytes read, or rows written.'),
    total: count('Of so many.'),
  },
  { $id: 'ImportProgress', ...closed, description: 'How far an import is.' },
);
export type RunningImport = Static<typeof RunningImport>;

export const getImportProgress = consoleOperation({
  id: 'getImportProgress',
  tag: 'Imports',
  summary: 'How far an import is.',
  access: 'imports.write',
  query: { key: { ...text('progress_key of the import.', 60), required: true } },
  body: undefined,
  success: {
    status: 200,
    description: 'The progress.',
    schema: dataOf(RunningImport),
  },
  errors: [],
});
