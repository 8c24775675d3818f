/** The faults of a row or a file, in the reader's language. */

import { type ImportKind, LISTING_STATUSES, LISTING_TYPES, MEMBER_STATUSES } from '@timebank/contract/words';
import type { Format, Texts } from '../../../../console/src/i18n/text.ts';
import type { ImportReport } from '../../contract/imports.ts';

export type Problem = ImportReport['problems'][number];

export interface Speaker {
  readonly text: Texts['imports'];
  readonly format: Format;
  readonly kind: ImportKind;
}

/** Our name of a column, for people. */
export function columnName(text: Texts['imports'], column: string): string {
  return (text.columns as Readonly<Record<string, string>>)[column] ?? column;
}

/** Our word for people: Active, Offer. */
export function wordName(text: Texts['imports'], word: string): string {
  return (text.values as Readonly<Record<string, string>>)[word] ?? word;
}

function wordsOf(kind: ImportKind, column: string | null): readonly string[] {
  if (column === 'type') return LISTING_TYPES;
  if (column === 'visible_to_partners') return ['yes', 'no', 'listed', 'listed_with_email'];
  return kind === 'members' ? MEMBER_STATUSES : LISTING_STATUSES;
}

/** One sentence, without the name of the column. */
export function faultOf(
  { text, format, kind }: Speaker,
  { code, column, line, value = '', params = {} }: Problem,
): string {
  const shown = Object.entries(params).map(([name, one]) => [
    name,
    typeof one === 'number' ? format.number(one) : name === 'columns' ? namesOf(text, format, one) : one,
  ]);
  const words = wordsOf(kind, column).map((word) => wordName(text, word));
  return text.faults[code]({
    value: value.length > 60 ? `${value.slice(0, 60)}…` : value,
    row: format.number(line),
    words: words.join(', '),
    ...Object.fromEntries(shown),
  });
}

function namesOf(text: Texts['imports'], format: Format, columns: string): string {
  return format.list(columns.split(',').map((column) => columnName(text, column)));
}

/** The sentence with the name of the column, where there is one. */
export function sentenceOf(speaker: Speaker, problem: Problem): string {
  const fault = faultOf(speaker, problem);
  return problem.column === null ? fault : speaker.text.faultIn(columnName(speaker.text, problem.column), fault);
}
