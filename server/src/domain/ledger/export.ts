/** The journal of a community for other programs: CSV, or the plain text that hledger reads. From one snapshot. */
import { csvFile, csvLines } from '@timebank/contract/csv';
import { FIRST_ID } from '../../platform/database/keyset.ts';
import type { Database } from '../../platform/database/query.ts';
import { type JournalRow, selectAllBalances, selectJournalPage } from './export-queries.ts';

export const EXPORT_FORMATS = ['csv', 'hledger'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const PAGE = 5000;
const COLUMNS = [
  'transfer_id',
  'created_at',
  'booked_on',
  'kind',
  'from_account_id',
  'from_account',
  'to_account_id',
  'to_account',
  'seconds',
  'hours',
  'reference',
  'reverses_id',
  'service_date',
  'text',
  'recorded_by',
];

/**
 * Writes the whole journal, piece by piece.
 * @param write resolves when the next piece may come
 */
export async function exportLedger(
  database: Database,
  communityId: number,
  format: ExportFormat,
  write: (piece: string) => Promise<void>,
): Promise<void> {
  await database.snapshot(async (snapshot) => {
    const kinds = new Map((await selectAllBalances(snapshot, { communityId })).map((row) => [row.accountId, row]));
    await write(format === 'csv' ? csvFile([COLUMNS]) : HLEDGER_HEAD);
    let after = FIRST_ID;
    for (;;) {
      const rows = await selectJournalPage(snapshot, { communityId, afterId: after, limit: PAGE });
      const kindOf = (accountId: number) => kinds.get(accountId)?.kind ?? 'unknown';
      if (format === 'csv') await write(csvRows(rows));
      else await write(rows.map((row) => hledgerEntry(row, kindOf)).join(''));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
    }
    if (format === 'hledger') await write(balanceAssertions([...kinds.values()]));
  });
}

/** Hours with all their decimals: seconds / 3600 need not end, so the exact amount is the column `seconds`. */
function csvRows(rows: readonly JournalRow[]): string {
  const cells = rows.map((row) => [
    row.id,
    row.createdAt.toISOString(),
    row.bookedOn,
    row.kind,
    row.debitAccountId,
    row.debitAccount,
    row.creditAccountId,
    row.creditAccount,
    row.amountSeconds,
    Math.round((row.amountSeconds * 25) / 9) / 1e4,
    row.reference,
    row.reversesId,
    row.serviceDate,
    row.text,
    row.recordedBy,
  ]);
  return csvLines(cells);
}

/** In seconds, the only unit in which every amount is whole. */
const HLEDGER_HEAD = 'commodity 1000. s\n\n';

function hledgerEntry(row: JournalRow, kindOf: (accountId: number) => string): string {
  const { bookedOn, reference, kind, id, amountSeconds, debitAccountId, creditAccountId } = row;
  const code = reference === null ? '' : `(${oneLine(reference).replaceAll(/[()]/g, '_')}) `;
  const account = (accountId: number) => `${kindOf(accountId)}:${accountId}`;
  return [
    `${bookedOn} * ${code}${kind} ${id}`,
    `    ; from ${oneLine(row.debitAccount)} to ${oneLine(row.creditAccount)}`,
    `    ${account(creditAccountId)}  ${amountSeconds} s`,
    `    ${account(debitAccountId)}  -${amountSeconds} s`,
    '\n',
  ].join('\n');
}

/** hledger itself then checks that the journal adds up to the running totals. */
function balanceAssertions(rows: readonly { accountId: number; kind: string; balanceSeconds: number }[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ kind, accountId, balanceSeconds }) => `    ${kind}:${accountId}  0 s = ${balanceSeconds} s`,
  );
  return `9999-12-31 * running totals of the service\n${lines.join('\n')}\n`;
}

/** On one line, without what begins a comment or a tag there. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp};|:]/gu, ' ');
}
