/** How the amounts of a system's files are written. */
import { guessNumbers, plainNumber } from '../../../tables/formats.ts';
import type { DecimalMark } from '../../../tables/record-types.ts';

/**
 * Amounts of a system's files as texts with a decimal point and no marks of thousands.
 * @param cells all of them: what one leaves open another decides
 * @param unclear the mark where none does
 */
export function amountReader(cells: readonly string[], unclear: DecimalMark): (cell: string) => string {
  const mark = guessNumbers(cells, undefined).decimal ?? unclear;
  return (cell) => plainNumber(cell, mark).replace(',', '.');
}
