/** The rows with problems as a file of their own: the original columns, and what is wrong. */
import { csvFile } from '@timebank/contract/csv';
import type { ImportResult } from '../../../tables/record-types.ts';

/**
 * In the separator of the file. The two columns before have names that an import leaves out, and a row keeps its own
 * number of cells: one too many is still one too many.
 */
export function badRowsFile({ badRows, understood }: Pick<ImportResult, 'badRows' | 'understood'>): string {
  const separator = understood?.separator ?? ',';
  const header = ['line', 'fault', ...(understood?.columns ?? []).map(({ name }) => name)];
  const rows = badRows.map(({ line, cells, problems }) => [
    ...[line, problems.map(({ message }) => message).join(' ')],
    ...cells.map((written) => ({ written })),
  ]);
  return csvFile([header, ...rows], separator);
}
