/** How the amounts of a file are written: their sign and currency cell by cell, their decimal mark for the file. */
import { guessNumbers, plainNumber } from '../tables/formats.ts';
import type { DecimalMark } from '../tables/record-types.ts';
import { canonicalMoney, isMoneyOut, negatedMoney } from './money.ts';
import type { BankAnswers, BankQuestion } from './types.ts';
import { currencyOfCell, directionOfWord } from './words.ts';

/** The amounts of a file as they are read. */
export interface TableAmounts {
  /** The amount in its one form; undefined where the cell has none. */
  read(cell: string): string | undefined;
  /** Where the file leaves the decimal mark open. */
  readonly question: BankQuestion | undefined;
}

const BEFORE =
  /^(?<sign>[+\-\u2212\u2013]?)\s*(?<unit>\p{Sc}|\p{L}[\p{L}.]{0,4}\$?)?\s*(?<sign2>[+\-\u2212\u2013]?)\s*(?=[\d.,])/u;
const BEHIND = /(?<=[\d.,])\s*(?<sign>[+\-\u2212\u2013]?)\s*(?<unit>\p{Sc}|[\p{L}.]{1,6})?$/u;

const CELL_LENGTH_MAX = 100;

interface AmountParts {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly currency: string | undefined;
}

/** A cell apart: `20.00-`, `-20,00 €`, `EUR 20.00`, `(20.00)`, `20,00 S`, `1.250,--`. */
export function amountParts(cell: string): AmountParts | undefined {
  if (cell.length > CELL_LENGTH_MAX) return undefined;
  const bracketed = /^\((.*)\)$/s.exec(cell.trim())?.[1];
  // Spreadsheets keep a text by a mark, banks pad with no-break spaces.
  let rest = (bracketed ?? cell)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim()
    .replace(/^'/, '');
  rest = rest.replace(/[.,](?:--?|\u2013|\u2014)(?=$|\s)/, '');
  const before = BEFORE.exec(rest);
  rest = rest.slice(before?.[0].length ?? 0);
  const behind = BEHIND.exec(rest);
  rest = rest.slice(0, behind ? behind.index : undefined);
  const units = [before?.groups?.unit, behind?.groups?.unit].filter((unit) => unit !== undefined);
  const direction = units.map(directionOfWord).find((one) => one !== undefined);
  const currency = units.map(currencyOfCell).find((one) => one !== undefined);
  if (units.length > 0 && direction === undefined && currency === undefined && !units.every(isUnit)) return undefined;
  const signs = [before?.groups?.sign, before?.groups?.sign2, behind?.groups?.sign].filter(
    (sign) => sign && sign !== '+',
  );
  if (!/^[\d.,' \u2019]+$/.test(rest) || !/\d/.test(rest)) return undefined;
  return {
    digits: rest.trim(),
    isNegative: bracketed !== undefined || direction === 'out' || signs.length > 0,
    currency,
  };
}

/** Currencies that a sign or short word does not decide: `$`, `kr`. */
const isUnit = (unit: string) => /^(?:\p{Sc}|kr\.?|fr\.?|rs\.?|lei|ft|din\.?)$/iu.test(unit);

/**
 * Reads all amounts of a file by one decimal mark.
 * @param suggested for a file that leaves it open
 */
export function readAmounts(cells: readonly string[], answers: BankAnswers, suggested: DecimalMark): TableAmounts {
  const chosen = answers.numbers === 'comma' || answers.numbers === 'point' ? answers.numbers : undefined;
  const bodies = cells.flatMap((cell) => amountParts(cell)?.digits ?? []);
  const { decimal, by, written } = guessNumbers(bodies, chosen);
  const isOpen = by === 'unclear';
  const mark = isOpen ? suggested : decimal;
  return {
    read(cell) {
      const parts = amountParts(cell);
      const amount = parts && canonicalMoney(plainNumber(parts.digits, mark).replace(/,(?=\d*$)/, '.'));
      if (amount === undefined) return undefined;
      return parts?.isNegative && !isMoneyOut(amount) ? negatedMoney(amount) : amount;
    },
    question: isOpen
      ? {
          key: 'numbers',
          question: `Does ${written} have thousands or decimals: is its decimal mark a point or a comma?`,
          options: ['point', 'comma'],
          suggested,
        }
      : undefined,
  };
}
