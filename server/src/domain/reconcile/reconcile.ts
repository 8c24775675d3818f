/**
 * Reconciliation: a bank's statement file against what a partner has credited. It changes no booking; it remembers that
 * it was done, and which credits and reversals the file explains.
 */
import { createHash, type Hash } from 'node:crypto';
import { refusal } from '../../platform/base/refusal.ts';
import { dayOf } from '../../platform/base/time.ts';
import { readBankFile } from '../bank-files/read-file.ts';
import { type BankAnswers, type BankFile, BankFileFault } from '../bank-files/types.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import type { PartnerAct } from '../partners/provision.ts';
import { ratesOf } from '../rates/rates.ts';
import { comparedFileOf, openQuestionsOf } from './entries.ts';
import { type ExplainedDifference, keepReportIn } from './keep.ts';
import { matchStatement } from './match.ts';
import { type MatchBy, selectReconciliationSettings } from './queries.ts';
import { readLedger } from './read-ledger.ts';
import { type Counts, countsOf, differencesIn, type Matches } from './report.ts';
import type { Days } from './types.ts';

export interface StatementComparison {
  /** The id of the stored comparison. */
  readonly id: number;
  readonly file_sha256: string;
  readonly match_by: MatchBy;
  /** The bank's first and last day; null where the file names none. */
  readonly days: Days | null;
  /** No difference of any kind, and nothing that a later statement has to explain. */
  readonly all_matched: boolean;
  readonly counts: Counts;
  readonly matches: Matches;
  /** Differences that are no news: they stood on an earlier report, and a person has explained them. */
  readonly explained: readonly ExplainedDifference[];
}

export interface StatementFile {
  readonly name: string | undefined;
  readonly chunks: AsyncIterable<Buffer>;
  /** To questions that the file leaves open. */
  readonly answers?: BankAnswers;
  /** Reads it where it holds nobody up; absent: here. @throws BankFileFault */
  readonly read?: (chunks: AsyncIterable<Buffer>) => Promise<BankFile>;
}

const ROWS_AT_ONCE = 2000;
const FILE_NAME_MAX = 255;

/**
 * Compares a statement with everything of a partner that is open, and remembers what it explains.
 * @param rowsAtOnce how many rows a statement to the database reads or writes
 * @throws BankFileFault; refusal not_found
 */
export async function reconcile(
  deps: ChangeDeps,
  act: PartnerAct,
  file: StatementFile,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<StatementComparison> {
  const hash = createHash('sha256');
  const readHere = (chunks: AsyncIterable<Buffer>) => readBankFile(file.name ?? null, chunks, file.answers ?? {});
  const read = await (file.read ?? readHere)(hashing(file.chunks, hash));
  const questions = openQuestionsOf(read);
  if (questions.length > 0) throw new BankFileFault('not_a_statement', questions.join(' '));
  const { entries, notUnderstood, notBooked, days, failedProofs } = comparedFileOf(read);
  const sha256 = hash.digest();
  // Read from one snapshot and written after it: what is booked or explained in between can only make this report
  // stricter than it need be, since explanations are never taken back.
  const { ledger, settings } = await deps.database.snapshot(async (snapshot) => {
    const [found] = await selectReconciliationSettings(snapshot, {
      communityId: act.communityId,
      partnerId: act.partnerId,
    });
    if (!found) throw refusal('not_found', 'There is no such partner.');
    const { matchBy } = found;
    const rates = await ratesOf(snapshot, act.communityId, act.partnerId);
    const ledger = await readLedger(snapshot, act, entries, matchBy, rowsAtOnce);
    return { ledger, settings: { matchBy, rates, lastDay: days?.to ?? null, today: dayOf(deps.clock.now()) } };
  });
  const compared = await matchStatement(entries, ledger, settings);
  const matches: Matches = {
    ...compared.matches,
    not_understood: [...notUnderstood],
    proof_fails: [...failedProofs],
  };
  const counts = countsOf(matches, notBooked);
  const all_matched = differencesIn(counts) === 0 && counts.waiting_for_statement === 0;
  const report = { file_sha256: sha256.toString('hex'), match_by: settings.matchBy, days, all_matched, counts };
  const name = file.name?.replaceAll(/\p{C}/gu, '\ufffd').slice(0, FILE_NAME_MAX) || null;
  const { explained } = compared;
  const kept = await change(deps, act, (within) =>
    keepReportIn(within, act, { sha256, name, days, allMatched: all_matched, counts, matches, explained }, rowsAtOnce),
  );
  return { ...report, matches, ...kept };
}

async function* hashing(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
