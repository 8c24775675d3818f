/** The rows with problems as a file of their own: the original columns, and what is wrong. */
import type { ImportResult } from './types.ts';

/**
 * In the separator of the file. The two columns before have names that an import leaves out, and a row keeps its own
 * number of cells: one too many is still one too many.
 */
export function badRowsFile({ badRows, understood }: Pick<ImportResult, 'badRows' | 'understood'>): string {
  const separator = understood?.separator ?? ',';
  const header = ['line', 'fault', ...(understood?.columns ?? []).map(({ name }) => name)];
  const rows = badRows.map(({ line, cells, problems }) => [
    ...[String(line), problems.map(({ message }) => message).join(' ')],
    ...cells,
  ]);
  const lines = [header, ...rows].map((row) => row.map((one) => cellOf(one, separator)).join(separator));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** A cell that a spreadsheet would run as a formula is marked as text; the reader takes the mark off again. */
function cellOf(value: string, separator: string): string {
  const text = /^[=@+-](?![\d.,:]+$)/.test(value) ? `'${value}` : value;
  return text.includes(separator) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
