/** What is typed to find a line of the bank: each word may be a part of a text, an amount or a day. */

/** Rows for `selectFoundLinePage`, by the place of the word. */
export interface LineTerms {
  readonly patterns: string[];
  readonly amounts: (string | null)[];
  readonly days: (string | null)[];
}

const WORDS_MAX = 8;
/** Thousands in any form, two decimals at most. */
const AMOUNT = /^[+\-\u2212]?(\d{1,3}(?:[.,'\u2019]?\d{3})*|\d{1,12})(?:[.,](\d{1,2}))?$/;
const LOCAL_DAY = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/;

/** Undefined: nothing is typed. */
export function lineTerms(typed: string): LineTerms | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  if (words.length === 0) return undefined;
  return {
    patterns: words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
    amounts: words.map(amountIn),
    days: words.map(dayIn),
  };
}

function amountIn(word: string): string | null {
  const [, whole, decimals] = AMOUNT.exec(word) ?? [];
  return whole === undefined ? null : `${whole.replace(/\D/g, '')}.${(decimals ?? '').padEnd(2, '0')}`;
}

/** The day comes before the month, as in both languages of the console. */
function dayIn(word: string): string | null {
  const [, day, month, year] = LOCAL_DAY.exec(word) ?? [];
  const text = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : word;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
