/** How a file writes dates and numbers: decided for the file as a whole, never row by row. */
import { isDay } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import type { DateOrder, DatesRead, DecimalMark, NumbersRead } from './record-types.ts';

const LOCAL_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/;
/** Without signs: of this century or the last, so that a number of a member is none. */
const COMPACT = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const DAY_MONTH_NAME = /^(\d{1,2})[.\s-]*([\p{L}]{3,10})[.,\s'-]*(\d{4}|\d{2})$/u;
const MONTH_NAME_DAY = /^([\p{L}]{3,10})\.?\s+(\d{1,2}),?\s+(\d{4})$/u;
/** Databases write no day so. */
const NO_DAY = /^0000-00-00$|^00([./-])00\1(?:00)?00$/;
/** The time of a time stamp, whose day is the one that is written. */
const TIME =
  /(?:[T_]|,?\s+)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,:]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|BST|CES?T|WES?T|EES?T|[+-]\d{2}:?(?:\d{2})?)?$/i;
/** A longer text is no day, and not worth the search for one. */
const DAY_LENGTH_MAX = 60;
const MONTHS: readonly string[] = [
  'jan gen ene sty led',
  'feb fev lut uno',
  'mar mrz mrt maa brez',
  'apr avr abr kwi dub',
  'mai may mei mag maj kve',
  'jun juin giu cze',
  'jul juil lug lip cvc',
  'aug aou ago sie srp',
  'sep set wrz zar',
  'oct okt out ott paz rij',
  'nov lis',
  'dec dez dic gru pro',
];
/** Two digits are of this century below it. */
const CENTURY_TURNS_AT = 50;

interface DateChoice {
  readonly chosen?: DateOrder | undefined;
  /** Where the file leaves it open. */
  readonly unclear?: DateOrder | undefined;
}

/** The order of day and month in a file's dates: one value above 12 decides. */
export function guessDates(cells: Iterable<string>, { chosen, unclear }: DateChoice): DatesRead {
  const seen = { dmy: 0, mdy: 0 };
  let [local, real]: (string | undefined)[] = [];
  let open: string | undefined;
  let stamp: string | undefined;
  for (const cell of cells) {
    const written = withoutTime(cell);
    if (written !== cell.trim()) stamp ??= cell.trim();
    const parts = LOCAL_DATE.exec(written);
    if (!parts) continue;
    const [first, second] = [Number(parts[1]), Number(parts[3])];
    local ??= written;
    if ((['dmy', 'mdy'] as const).some((order) => isDay(plainDay(written, order)))) real ??= written;
    // 31.13.2020 is no day in either order: its row is at fault, and it decides nothing.
    if (first > 12 && second > 12) continue;
    if (first > 12 && second <= 12) seen.dmy++;
    else if (second > 12 && first <= 12) seen.mdy++;
    else if (first !== second) open ??= written;
  }
  if (local === undefined) {
    return { order: null, by: 'iso', written: stamp ?? null, read: stamp === undefined ? null : plainDay(stamp, null) };
  }
  const example = (order: DateOrder | null, by: DatesRead['by']): DatesRead => {
    const written = open ?? real ?? local ?? null;
    return { order, by, written, read: order && written && plainDay(written, order) };
  };
  if (chosen) return example(chosen, 'chosen');
  if (seen.dmy > 0 !== seen.mdy > 0) return example(seen.dmy > 0 ? 'dmy' : 'mdy', 'file');
  // Equal numbers read the same either way.
  if (seen.dmy === 0 && open === undefined) return example('dmy', 'file');
  return unclear ? example(unclear, 'locale') : example(null, 'unclear');
}

/**
 * A date as `YYYY-MM-DD` where its form is known; of a time stamp its day; '' where it is a database's word for none;
 * anything else unchanged.
 */
export function plainDay(cell: string, order: DateOrder | null): string {
  const written = withoutTime(cell);
  if (NO_DAY.test(written)) return '';
  const [, year, , month, day] = YEAR_FIRST.exec(written) ?? [];
  if (year && month && day) return isoDay(year, month, day);
  const compact = COMPACT.exec(written);
  if (compact) return isoDay(...(compact.slice(1) as [string, string, string]));
  const named = namedDay(written);
  if (named) return named;
  const local = order === null ? null : LOCAL_DATE.exec(written);
  if (!local) return written;
  const [, first = '', , second = '', yearText = ''] = local;
  return order === 'mdy' ? isoDay(yearText, first, second) : isoDay(yearText, second, first);
}

/** Two digits of a birth are of this century below it. */
const BIRTHS_TURN_AT = 20;

/** The year of a date of birth, or the year itself; anything else unchanged. */
export function plainYear(cell: string): string {
  const written = withoutTime(cell);
  const [, , , , year] = LOCAL_DATE.exec(written) ?? [];
  if (year?.length === 2) return (Number(year) < BIRTHS_TURN_AT ? '20' : '19') + year;
  return year ?? /^(\d{4})-\d{2}-\d{2}$/.exec(plainDay(written, null))?.[1] ?? (NO_DAY.test(written) ? '' : written);
}

function withoutTime(cell: string): string {
  const written = cell.trim();
  return written.length > DAY_LENGTH_MAX ? written : written.replace(TIME, '');
}

/** `1-Mar-2021`, `1. März 2021`, `March 1, 2021`. */
function namedDay(written: string): string | undefined {
  const dayFirst = DAY_MONTH_NAME.exec(written);
  const monthFirst = MONTH_NAME_DAY.exec(written);
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  if (!day || !name || !year) return undefined;
  const folded = foldText(name);
  const month = MONTHS.findIndex((starts) => starts.split(' ').some((start) => folded.startsWith(start)));
  return month === -1 ? undefined : isoDay(year, `${month + 1}`, day);
}

function isoDay(year: string, month: string, day: string): string {
  const century = year.length === 4 ? '' : Number(year) < CENTURY_TURNS_AT ? '20' : '19';
  return [century + year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

const UNIT = /\s*(?:h|std\.?|stunden?|hours?)$/i;
const SPACED_GROUPS = /^([+\-\u2212]?\d{1,3})((?:[ '\u2019\u00a0\u202f]\d{3})+)(?=$|[.,])/;
const MARKS = { comma: ',', point: '.' } as const;

/** Digits and signs of a number; thousands that are spaced or ticked are not. */
function digitsOf(cell: string): string {
  const plain = cell.trim().replace(UNIT, '');
  return plain.replace(SPACED_GROUPS, (_, first: string, groups: string) => first + groups.replace(/\D/g, ''));
}

/** The decimal mark that one number shows. */
function markOf(cell: string): DecimalMark | 'open' | undefined {
  const body = digitsOf(cell).replace(/^[+\-\u2212]/, '');
  const marks = body.replace(/\d/g, '');
  if (!/^\d*(?:[.,]\d+)+$/.test(body)) return undefined;
  const last: DecimalMark = marks.endsWith(',') ? 'comma' : 'point';
  const other: DecimalMark = last === 'comma' ? 'point' : 'comma';
  if (marks.length > 1) return new Set(marks).size > 1 ? last : other;
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(body) ? 'open' : last;
}

/** The decimal mark of a file's numbers. `1.000` alone tells nothing: it may be one or a thousand. */
export function guessNumbers(cells: Iterable<string>, chosen: DecimalMark | undefined): NumbersRead {
  const seen = { comma: 0, point: 0 };
  let open: string | undefined;
  let first: string | undefined;
  for (const cell of cells) {
    const mark = markOf(cell);
    if (mark === undefined) continue;
    first ??= cell.trim();
    if (mark === 'open') open ??= cell.trim();
    else seen[mark]++;
  }
  const example = (decimal: DecimalMark | null, by: NumbersRead['by']): NumbersRead => {
    const written = open ?? first ?? null;
    return { decimal, by, written, read: decimal && written && plainNumber(written, decimal).replace(',', '.') };
  };
  if (first === undefined) return example(null, 'plain');
  if (chosen) return example(chosen, 'chosen');
  if (seen.comma > 0 !== seen.point > 0) return example(seen.comma > 0 ? 'comma' : 'point', 'file');
  // Both marks before one or two digits can be read in one way only; a group of three cannot.
  return open === undefined ? example(null, 'plain') : example(null, 'unclear');
}

/** A number without marks of thousands and with a decimal point; other forms unchanged. */
export function plainNumber(cell: string, decimal: DecimalMark | null): string {
  const digits = digitsOf(cell);
  if (decimal === null) return digits;
  const [mark, group] = decimal === 'comma' ? [MARKS.comma, MARKS.point] : [MARKS.point, MARKS.comma];
  const grouped = new RegExp(`^[+\\-\\u2212]?[1-9]\\d{0,2}(?:\\${group}\\d{3})+(?:\\${mark}\\d+)?$`);
  const single = grouped.test(digits) ? digits.replaceAll(group, '') : digits;
  // Zeros beyond two decimals say nothing.
  return new RegExp(`^[^.,]*\\${mark}\\d{2}0+$`).test(single)
    ? single.replace(/0+$/, '').replace(new RegExp(`\\${mark}$`), '')
    : single;
}
