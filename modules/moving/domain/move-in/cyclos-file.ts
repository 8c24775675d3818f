/** A file of Cyclos, with or without its first line of names, whole or cut off at the largest number of rows. */
import type { CsvRecord } from '../../../tables/read-records.ts';
import { recordsOf } from './tables.ts';
import type { MoveFile, MoveTools } from './types.ts';

/** A file of Cyclos: its rows, without the first line of names if there is one, and the line that says it was cut. */
export interface CyclosFile {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRecord[];
}

export type ReadDay = (cell: string) => string | undefined;

/** The first line has names where none of its cells is a number of a row; a lonely cell at the end tells of a limit. */
export async function openCyclosFile(file: MoveFile, tools: MoveTools): Promise<CyclosFile> {
  const records = await recordsOf(file);
  const width = Math.max(0, ...records.map(({ fields }) => fields.length));
  const last = records.at(-1);
  const cut = width > 1 && last?.fields.length === 1 ? last : undefined;
  const whole = cut ? records.slice(0, -1) : records;
  if (cut) {
    const question =
      'Cyclos cut a report off at its largest number of rows. Is the rest to go into the opening balances, or do you stop and export again?';
    const answer = tools.ask({ key: 'limited_report', question, options: ['continue', 'stop'], suggested: 'continue' });
    if (answer === 'stop') tools.fault({ file: file.name, line: cut.firstLine }, null, 'cut_off');
  }
  const [first, ...rest] = whole;
  const isHeader = first?.fields.every((cell) => !/^[+-]?\d[\d.,/: -]*$|^(?:true|false)$/.test(cell.trim())) ?? false;
  return { name: file.name, header: isHeader ? (first?.fields ?? []) : [], rows: isHeader ? rest : whole };
}
