/** What a number format of .xlsx shows of a number (ECMA-376 part 1, 18.8.30 and 18.8.31). */

/** `length`: a length of time. Numbers of days stand in cells of both. `digits`: at least so many, as 0007. */
export type CellFormat =
  | { readonly as: 'number' | 'day' | 'length' | 'percent' }
  | { readonly as: 'digits'; readonly count: number };

const NUMBER: CellFormat = { as: 'number' };
/** Formats that are known by their number alone; those of East Asia (27 and more) are days but for 32 and 33. */
const BUILT_IN: readonly (readonly [as: 'day' | 'length' | 'percent', ids: readonly number[]])[] = [
  ['day', [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]],
  ['length', [18, 19, 20, 21, 32, 33, 45, 46, 47]],
  ['percent', [9, 10]],
];

export function shownByNumber(id: number): CellFormat {
  const [as] = BUILT_IN.find(([, ids]) => ids.includes(id)) ?? [];
  return as === undefined ? NUMBER : { as };
}

/** Words, skipped and filling characters, colours and languages; `[h]`, `[mm]` and `[s]` count beyond a day. */
const LITERAL = /"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]|AM\/PM|A\/P/gi;

/** By the code's first part, which is the one for numbers above zero. */
export function shownByCode(code: string): CellFormat {
  if (/^(?:general|standard)$/i.test(code.trim())) return NUMBER;
  const [plain = ''] = code.replaceAll(LITERAL, '').split(';');
  const placed = plain.replaceAll(/s[.,]0+/gi, 's');
  if (placed.includes('%')) return { as: 'percent' };
  if (/^0{2,}$/.test(placed)) return { as: 'digits', count: placed.length };
  // A letter beside digits is a unit without its quotation marks.
  if (/[0#?]/.test(placed)) return NUMBER;
  if (/[yd]/i.test(placed)) return { as: 'day' };
  if (/[hs]|\[m+\]/i.test(placed)) return { as: 'length' };
  return /m/i.test(placed) ? { as: 'day' } : NUMBER;
}
