/** Numbers of a workbook as people write them. */

/**
 * A workbook keeps numbers in binary and shows at most fifteen digits of them: 1234.5599999999999 is 1234.56. Three
 * decimals get a fourth, so that they are not taken for thousands.
 */
export function numberText(written: string): string {
  if (/^-?\d{1,15}$/.test(written)) return written;
  const number = Number(written);
  if (!Number.isFinite(number) || Math.abs(number) >= 1e15) return written;
  const [whole = '0', fraction = ''] = shortest(number).split('.');
  const decimals = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${whole}.${decimals.length === 3 ? `${decimals}0` : decimals}`;
}

const shortest = (number: number) => {
  const text = number.toPrecision(15);
  return text.includes('e') ? number.toFixed(10) : text;
};
