/** Small CSV files made in the browser. */

/** Cells a spreadsheet would run as a formula are made text; an import takes the mark off again. */
function cell(value: string | number, separator: string): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r](?![\d.,:]+$)/.test(value) ? `'${value}` : String(value);
  return text.includes(separator) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as a spreadsheet opens them: UTF-8 with its mark, CRLF. */
export function csvOf(rows: readonly (readonly (string | number)[])[], separator = ','): string {
  const lines = rows.map((row) => row.map((one) => cell(one, separator)).join(separator));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}
