/**
 * Reconciliation: a bank's statement file against what a partner has credited. It changes no booking; it remembers that
 * it was done, and which credits and reversals the file explains.
 */
import { createHash, type Hash } from 'node:crypto';
import { isReference } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import { type Change, type ChangeDeps, change } from '../change/change.ts';
import type { PartnerAct } from '../partners/provision.ts';
import { parseRate, type Rate } from './amount.ts';
import { type Explaining, matchStatement } from './match.ts';
import {
  insertComparison,
  insertExplanations,
  type MatchBy,
  selectReconciliationSettings,
  upsertStatementCheck,
} from './queries.ts';
import { readStatementFile } from './read-file.ts';
import { readLedger } from './read-ledger.ts';
import { type Counts, countsOf, differencesIn, type Matches } from './report.ts';
import type { BankStatement, Days } from './types.ts';

export interface StatementComparison {
  /** Of the comparison, as it is remembered. */
  readonly id: number;
  readonly file_sha256: string;
  readonly match_by: MatchBy;
  /** The bank's first and last day; null where the file names none. */
  readonly days: Days | null;
  /** No difference of any kind, and nothing that a later statement has to explain. */
  readonly all_matched: boolean;
  readonly counts: Counts;
  readonly matches: Matches;
}

export interface StatementFile {
  readonly name: string | undefined;
  readonly chunks: AsyncIterable<Buffer>;
  /** Reads it where it holds nobody up; absent: here. @throws UnusableFile */
  readonly read?: (chunks: AsyncIterable<Buffer>) => Promise<BankStatement>;
}

const ROWS_AT_ONCE = 2000;
const FILE_NAME_MAX = 255;

/**
 * Compares a statement with everything of a partner that is open, and remembers what it explains.
 * @param rowsAtOnce how many rows a statement to the database reads or writes
 * @throws UnusableFile; refusal not_found
 */
export async function reconcile(
  deps: ChangeDeps,
  act: PartnerAct,
  file: StatementFile,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<StatementComparison> {
  const hash = createHash('sha256');
  const { entries, notUnderstood, notBooked, days } = await (file.read ?? readStatementFile)(
    hashing(file.chunks, hash),
  );
  const sha256 = hash.digest();
  // Read from one snapshot and written after it: what is booked or explained in between can only make this report
  // stricter than it need be, since explanations are never taken back.
  const compared = await deps.database.snapshot(async (snapshot) => {
    const [settings] = await selectReconciliationSettings(snapshot, act.communityId, act.partnerId);
    if (!settings) throw refusal('not_found', 'There is no such partner.');
    const { matchBy, hoursPerUnit } = settings;
    const rates = new Map<string, Rate>();
    for (const [currency, text] of Object.entries(hoursPerUnit)) {
      const rate = parseRate(text);
      if (rate) rates.set(currency, rate);
    }
    const ledger = await readLedger(snapshot, act, entries, matchBy, rowsAtOnce);
    return { matchBy, ...matchStatement(entries, ledger, { matchBy, rates, lastDay: days?.to ?? null }) };
  });
  const matches: Matches = { ...compared.matches, not_understood: [...notUnderstood] };
  const counts = countsOf(matches, notBooked);
  const all_matched = differencesIn(counts) === 0 && counts.waiting_for_statement === 0;
  const report = { file_sha256: sha256.toString('hex'), match_by: compared.matchBy, days, all_matched, counts };
  const name = file.name?.replaceAll(/\p{C}/gu, '\ufffd').slice(0, FILE_NAME_MAX) || null;
  const id = await change(deps, act, (within) =>
    rememberIn(within, act, { ...report, sha256, name }, compared.explained, rowsAtOnce),
  );
  return { id, ...report, matches };
}

interface Remembered extends Omit<StatementComparison, 'id' | 'matches' | 'match_by'> {
  readonly sha256: Buffer;
  readonly name: string | null;
}

async function rememberIn(
  { transaction, at, audit }: Change,
  act: PartnerAct,
  { sha256, name, days, all_matched, counts, file_sha256 }: Remembered,
  explained: ReadonlyMap<string, Explaining>,
  rowsAtOnce: number,
): Promise<number> {
  const { communityId, partnerId } = act;
  const [from, to] = [days?.from ?? null, days?.to ?? null];
  const written = JSON.stringify(counts);
  const [comparison] = await insertComparison(transaction, {
    communityId,
    partnerId,
    fileSha256: sha256,
    fileName: name,
    comparedBy: act.actor,
    comparedAt: at,
    firstDay: from,
    lastDay: to,
    allMatched: all_matched,
    counts: written,
  });
  if (!comparison) throw new Error('a comparison without an id');
  const rows = [...explained];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const chunk = rows.slice(start, start + rowsAtOnce);
    await insertExplanations(
      transaction,
      chunk.map(([transferId, { entryReferences, bookedOn, endToEndId }]) => ({
        transferId,
        entryReference: entryReferences.find(isReference) ?? null,
        entryDay: bookedOn,
        endToEndId: endToEndId !== null && isReference(endToEndId) ? endToEndId : null,
      })),
      { communityId, partnerId, comparisonId: comparison.id },
    );
  }
  await upsertStatementCheck(transaction, communityId, partnerId, at, to, differencesIn(counts));
  const details = { comparison_id: comparison.id, file_sha256, days, all_matched, counts };
  audit('statement.compared', `partner:${partnerId}`, details);
  return comparison.id;
}

async function* hashing(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
