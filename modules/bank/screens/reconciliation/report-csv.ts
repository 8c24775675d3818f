/** The lines of a report as a table for a spreadsheet, in the person's language. */

import { type CsvCell, csvFile, withoutThousands } from '@timebank/contract/csv';
import { call } from '../../../../console/src/api/call.ts';
import type { Format, Texts } from '../../../../console/src/i18n/text.ts';
import type { ReconciliationLine } from '../../contract/reconciliation.ts';
import { placeText, problemText } from './line-texts.ts';

const LINES_AT_ONCE = 500;
type Query = Pick<NonNullable<Parameters<typeof call<'listReconciliationLines'>>[1]>, 'query'>['query'];

/** Every line that fits, page by page. @throws ApiError */
export async function readAllLines(
  params: Readonly<Record<string, string | number>>,
  query: Query,
): Promise<ReconciliationLine[]> {
  const lines: ReconciliationLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('listReconciliationLines', {
      params,
      query: { ...query, per_page: LINES_AT_ONCE, ...(cursor ? { cursor } : {}) },
    });
    lines.push(...page.data);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor);
  return lines;
}

export function csvOf(lines: readonly ReconciliationLine[], text: Texts, format: Format): string {
  const { matching, statements } = text;
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? null : { written: withoutThousands(format.inField(value)) };
  const columns: readonly (readonly [string, (line: ReconciliationLine) => CsvCell])[] = [
    [matching.comparison, (line) => `${line.reconciliation_id}`],
    [matching.line, (line) => `${line.number}`],
    [matching.kind, (line) => matching.groups[line.kind].title],
    [matching.state, (line) => (line.state ? matching.states[line.state] : '')],
    [matching.note, (line) => line.note ?? ''],
    [matching.changedBy, (line) => line.changed_by ?? ''],
    [matching.changedAt, (line) => line.changed_at ?? ''],
    [matching.place, (line) => (line.place ? placeText(line.place, text) : '')],
    [matching.day, (line) => line.booked_on ?? ''],
    [matching.amountPaid, (line) => ({ written: line.amount?.replace('.', format.decimal) ?? '' })],
    [matching.currency, (line) => line.currency ?? ''],
    [matching.reference, (line) => line.reference ?? ''],
    ['End-to-End-ID', (line) => line.end_to_end_id ?? ''],
    [matching.payerText, (line) => line.payer_text ?? ''],
    [matching.expected, (line) => number(line.hours_worth)],
    [matching.credited, (line) => number(line.credit?.hours)],
    [matching.credit, (line) => line.credit?.reference ?? ''],
    [matching.creditDay, (line) => line.credit?.booked_on ?? ''],
    [statements.member, (line) => line.credit?.name ?? line.named_member?.name ?? ''],
    [text.listings.memberNumber, (line) => (line.credit ? line.credit.number : line.named_member?.external_id) ?? ''],
    [matching.unread, (line) => problemText(line, text, format) ?? ''],
  ];
  const separator = format.decimal === ',' ? ';' : ',';
  const rows = [columns.map(([title]) => title), ...lines.map((line) => columns.map(([, read]) => read(line)))];
  return csvFile(rows, separator);
}
