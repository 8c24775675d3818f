/** Numbers of a workbook as people write them. */

const DIGITS_KEPT = 15;

/**
 * A workbook keeps numbers in binary and shows at most fifteen digits of them: 1234.5599999999999 is 1234.56. Three
 * decimals get a fourth, so that they are not taken for thousands. A whole number whose digits beyond the fifteenth are
 * zeros has lost them: it keeps an exponent, in which nobody takes it for the number that was typed.
 */
export function numberText(written: string): string {
  const text = written.trim();
  if (/^-?\d{1,15}$/.test(text)) return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (Math.abs(number) >= 10 ** DIGITS_KEPT) {
    const isWhole = /^-?\d+$/.test(text) && !/^-?\d{15}0+$/.test(text);
    return isWhole ? text : number.toExponential().toUpperCase();
  }
  const [whole = '0', fraction = ''] = shortest(number).split('.');
  const decimals = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${whole}.${decimals.length === 3 ? `${decimals}0` : decimals}`;
}

const shortest = (number: number) => {
  const text = number.toPrecision(DIGITS_KEPT);
  return text.includes('e') ? number.toFixed(10) : text;
};
