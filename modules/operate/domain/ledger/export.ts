/** The journal of a community for other programs: CSV, or the plain text that hledger reads. From one snapshot. */
import { csvFile, csvLines } from '@timebank/contract/csv';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import type { Database } from '../../../../core/database/query.ts';
import {
  type AccountKind,
  type BalanceRow,
  type JournalRow,
  selectAllBalances,
  selectJournalPage,
} from './export-queries.ts';

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
    const balances = await selectAllBalances(snapshot, { communityId });
    const kinds = new Map(balances.map(({ accountId, kind }) => [accountId, kind]));
    await write(format === 'csv' ? csvFile([COLUMNS]) : hledgerHead(balances));
    let [after, lastDay] = [FIRST_ID, ''];
    for (;;) {
      const rows = await selectJournalPage(snapshot, { communityId, afterId: after, limit: PAGE });
      const kindOf = (accountId: number) => kinds.get(accountId) ?? 'unknown';
      if (format === 'csv') await write(csvRows(rows));
      else await write(rows.map((row) => hledgerEntry(row, kindOf)).join(''));
      for (const { bookedOn } of rows) if (bookedOn > lastDay) lastDay = bookedOn;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
    }
    if (format === 'hledger' && lastDay !== '') await write(balanceAssertions(balances, lastDay));
  });
}

/**
 * Hours with four decimals: three would be thousands where a comma marks decimals. Seconds / 3600 need not end, so the
 * exact amount is the column `seconds`.
 */
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
    { written: (Math.round((row.amountSeconds * 25) / 9) / 1e4).toFixed(4) },
    row.reference,
    row.reversesId,
    row.serviceDate,
    row.text,
    row.recordedBy,
  ]);
  return csvLines(cells);
}

/** Hours are what members have (A), come in through partners (R) and were there before (E). */
const TYPES: Readonly<Record<AccountKind, string>> = {
  member: 'A',
  organisation: 'A',
  chest: 'A',
  settlement: 'R',
  opening: 'E',
};

/** Amounts are seconds, the only unit in which each is whole. `commodity s` is all that hledger and ledger both read. */
function hledgerHead(rows: readonly BalanceRow[]): string {
  const accounts = rows.map(
    ({ kind, accountId, name }) => `account ${kind}:${accountId}  ; type: ${TYPES[kind]}, name: ${oneLine(name)}\n`,
  );
  return `commodity s\n\n${accounts.join('')}\n`;
}

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

/**
 * hledger itself then checks that the journal adds up to the running totals. A day beyond the last one would make it
 * write a column for each month until then.
 */
function balanceAssertions(rows: readonly BalanceRow[], day: string): string {
  const lines = rows.map(
    ({ kind, accountId, balanceSeconds }) => `    ${kind}:${accountId}  0 s = ${balanceSeconds} s`,
  );
  return `${day} * running totals of the service\n${lines.join('\n')}\n`;
}

/** On one line, without what begins a comment or a tag there. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp};|:]/gu, ' ');
}
