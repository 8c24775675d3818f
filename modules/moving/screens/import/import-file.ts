/** The requests of an import, and the example files. */

import { csvFile } from '@timebank/contract/csv';
import type { ImportKind } from '@timebank/contract/words';
import type { ConsoleQuery } from '../../../../console/desk/contract/calls.ts';
import { isDay, localeOf } from '../../../../console/src/i18n/format.ts';
import type { LanguageCode } from '../../../../console/src/i18n/languages.ts';
import type { Texts } from '../../../../console/src/i18n/text.ts';

import type { ImportPreview } from '../../contract/imports.ts';

export const SEPARATOR_VALUES = ['comma', 'semicolon', 'tab', 'bar'] as const;
export const ENCODING_VALUES = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'utf-16le',
  'macintosh',
] as const;

export type DateOrder = 'dmy' | 'mdy';
export const HOURS_UNIT_VALUES = ['hours', 'minutes', 'seconds'] as const;
export type HoursUnit = (typeof HOURS_UNIT_VALUES)[number];
export type DecimalMark = 'comma' | 'point';
export type PreviewReading = NonNullable<ImportPreview['understood']>;
export type BadRow = ImportPreview['bad_rows'][number];
/** Rows typed over, by line. */
export type TypedRows = Readonly<Record<number, readonly string[]>>;

/** How the person wants the file understood; '' leaves it to the service. */
export interface ReadingChoice {
  readonly separator: (typeof SEPARATOR_VALUES)[number] | '';
  readonly encoding: string;
  /** Our column by the place in the file (`#3`); '' leaves it out. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly dates: DateOrder | '';
  readonly numbers: DecimalMark | '';
  /** Of balances and hours; '' where they look like hours. */
  readonly unit: HoursUnit | '';
  /** The category of the list for a name of the file; '' leaves its rows out. */
  readonly categories: Readonly<Record<string, string>>;
  /** By our column and the file's word, what is read instead; null leaves its rows out. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  /** Rows that may be a known member under another number are new members. */
  readonly similarAreNew: boolean;
  readonly mended: TypedRows;
  readonly skipBad: boolean;
}

export const FRESH: ReadingChoice = {
  ...{
    separator: '',
    encoding: '',
    mapping: {},
    dates: '',
    numbers: '',
    unit: '',
    categories: {},
    words: {},
    mended: {},
  },
  similarAreNew: false,
  skipBad: false,
};

/** The order of day and month as the reader writes them, where a file does not tell. */
function dateOrderOf(language: LanguageCode): DateOrder {
  const form = new Intl.DateTimeFormat(localeOf(language, navigator.languages), { dateStyle: 'short' });
  const parts = form.formatToParts(new Date(0)).map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day') ? 'mdy' : 'dmy';
}

/** A day with the name of its month, which no order can be wrong about; a text that is no day stays as it is. */
export function dayInWords(day: string, language: LanguageCode): string {
  if (!isDay(day)) return day;
  const form = new Intl.DateTimeFormat(localeOf(language, navigator.languages), { dateStyle: 'long', timeZone: 'UTC' });
  return form.format(Date.parse(`${day}T00:00:00Z`));
}

/** The query and the body: the file, and behind it the rows that were typed over. */
export function requestOf(
  kind: ImportKind,
  file: File,
  {
    separator,
    encoding,
    mapping,
    dates,
    numbers,
    unit,
    categories,
    words,
    similarAreNew,
    mended,
    skipBad,
  }: ReadingChoice,
  language: LanguageCode,
): { query: ConsoleQuery<'previewImport'> & { kind: ImportKind }; file: Blob } {
  const end = Object.keys(mended).length > 0 ? new Blob([JSON.stringify(mended)]) : undefined;
  return {
    query: {
      kind,
      ...(separator ? { separator } : {}),
      ...(encoding ? { encoding } : {}),
      ...(Object.keys(mapping).length > 0 ? { columns: JSON.stringify(mapping) } : {}),
      ...(dates ? { dates } : { unclear_dates: dateOrderOf(language) }),
      ...(numbers ? { numbers } : {}),
      ...(unit ? { unit } : {}),
      ...(Object.keys(categories).length > 0 ? { categories: JSON.stringify(categories) } : {}),
      ...(Object.keys(words).length > 0 ? { words: JSON.stringify(words) } : {}),
      ...(similarAreNew ? { similar: 'new' } : {}),
      ...(end ? { mended_bytes: end.size } : {}),
      ...(skipBad ? { skip_bad: 'yes' } : {}),
    },
    file: end ? new Blob([file, end]) : file,
  };
}

/** A reading in which nothing that was shown is decided again: corrections and the import read the file as it was seen. */
export function pinned(reading: ReadingChoice, understood: PreviewReading | null): ReadingChoice {
  return {
    ...reading,
    dates: reading.dates || understood?.dates?.order || '',
    numbers: reading.numbers || understood?.numbers?.decimal || '',
  };
}

const COLUMNS: Readonly<Record<ImportKind, readonly string[]>> = {
  members: ['external_id', 'name', 'email', 'status', 'joined_on', 'balance_hours', 'language'],
  listings: [
    ...['external_id', 'member_external_id', 'type', 'title', 'description', 'category', 'estimated_hours', 'status'],
  ],
  exchanges: ['external_id', 'service_date', 'provider_external_id', 'receiver_external_id', 'hours', 'note'],
};

export function exampleColumns(kind: ImportKind): readonly string[] {
  return COLUMNS[kind];
}

/** The example as a person would write it, in the person's language. */
export function exampleFile(kind: ImportKind, { examples, exampleSeparator }: Texts['imports']): string {
  return csvFile(
    examples[kind].map((row) => row.map((written) => ({ written }))),
    exampleSeparator,
  );
}
