/**
 * Reconciliation: a bank's statement file against what a partner has credited. It changes no booking; it remembers that
 * it was done, and which credits and reversals the file explains.
 */

import { createHash, type Hash } from 'node:crypto';
import { parseDecimal } from '../../../../core/base/decimal.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { dayOf } from '../../../../core/base/time.ts';
import { eachInTurns } from '../../../../core/base/turns.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { PartnerAct } from '../../../../core/partners/provision.ts';
import { ratesOf } from '../../../../core/partners/rates/rates.ts';
import { readBankFile } from '../../../bank-files/read-file.ts';
import { keptFileName } from '../../../bank-files/texts.ts';
import {
  type BankAnswers,
  type BankFile,
  BankFileFault,
  type BankLine,
  type BankProof,
  type BankQuestion,
  type BankStatement,
} from '../../../bank-files/types.ts';
import {
  beginComparison,
  type Comparison,
  type ComparisonResult,
  entryLine,
  firstOf,
  isPaymentIn,
  type Ledger,
  type MatchSettings,
  namedReferencesOf,
} from './comparison.ts';
import { explanationBefore, lastOf } from './corrections.ts';
import { type ExplainedDifference, keepReportIn } from './keep.ts';
import { findCredits, matchPayment } from './match-payments.ts';
import { matchReturns, mayBeReturn } from './match-returns.ts';
import { type MatchBy, type OpenItemRow, selectReconciliationSettings } from './queries.ts';
import { readLedger } from './read-ledger.ts';
import {
  type Counts,
  countsOf,
  differencesIn,
  leftIn,
  listOfAmount,
  type Matches,
  type ReportedEntry,
  reportCredit,
} from './report.ts';
import {
  type BankEntry,
  type ComparedFile,
  type Days,
  daysOf,
  type FailedProof,
  type NotUnderstoodEntry,
} from './types.ts';

export interface StatementComparison {
  /** The id of the stored comparison. */
  readonly id: number;
  readonly file_sha256: string;
  readonly match_by: MatchBy;
  /** The bank's first and last day; null where the file names none. */
  readonly days: Days | null;
  /** No difference of any kind, everything compared, and nothing that a later statement has to explain. */
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
}

const ROWS_AT_ONCE = 2000;

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
  const { name = null, chunks, answers = {} } = file;
  const read = await readBankFile(name, hashing(chunks, hash), answers);
  return await compareRead(deps, act, { name, sha256: hash.digest(), read }, rowsAtOnce);
}

/** A bank's file that is read, or the part of it that is about a partner's account. */
export interface ReadFile {
  readonly name: string | null;
  readonly sha256: Buffer;
  readonly read: BankFile;
}

/** @throws BankFileFault not_a_statement where it leaves open what a comparison needs; refusal not_found */
export async function compareRead(
  deps: ChangeDeps,
  act: PartnerAct,
  { name: fileName, sha256, read }: ReadFile,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<StatementComparison> {
  const questions = neededAnswers(read).map(askedInWords);
  if (questions.length > 0) throw new BankFileFault('not_a_statement', questions.join(' '));
  const { entries, notUnderstood, notBooked, days, failedProofs } = comparedFileOf(read);
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
  const all_matched = differencesIn(counts) + leftIn(counts) === 0;
  const report = { file_sha256: sha256.toString('hex'), match_by: settings.matchBy, days, all_matched, counts };
  const name = keptFileName(fileName);
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

// A bank's statement against a partner's credits. Pure: what is on both sides decides the report.

/** Compares, in the order of the statement. */
async function matchStatement(
  entries: readonly BankEntry[],
  ledger: Ledger,
  settings: MatchSettings,
): Promise<ComparisonResult> {
  const comparison = beginComparison(ledger, settings);
  const { matches, explained, paid, uncredited } = comparison;
  const payments = entries.filter(isPaymentIn);
  const marked = entries.filter(({ direction, kind }) => direction === 'debit' && kind === 'return');
  await findCredits(comparison, payments);
  const unmarked: BankEntry[] = [];
  await eachInTurns(entries, (entry) => mayBeReturn(comparison, entry) && unmarked.push(entry));
  const returnsOfOtherAmounts = await matchReturns(comparison, [...marked, ...unmarked]);
  const known = new Set([...payments, ...marked, ...unmarked]);
  const others = entries.filter((entry) => !known.has(entry));
  await eachInTurns(others, (entry) => matches.other_movements.push(otherLine(comparison, entry)));
  matches.other_entries = matches.other_movements.length;
  await eachInTurns(paid, (payment) => matchPayment(comparison, payment));
  await listWithoutPaymentReference(comparison, payments);
  for (const line of returnsOfOtherAmounts) listOfAmount(matches, { code: line.problem_code }).push(line);
  await eachInTurns(uncredited, (entry) =>
    matches.on_statement_not_credited.push(entryLine(comparison, entry, null, null)),
  );
  await listOpenItems(comparison);
  return { matches, explained };
}

/** Money out has a minus here. */
function otherLine(comparison: Comparison, entry: BankEntry): ReportedEntry {
  const line = entryLine(comparison, entry, null, null);
  return entry.direction === 'debit' ? { ...line, amount: `-${line.amount}` } : line;
}

async function listWithoutPaymentReference(comparison: Comparison, payments: readonly BankEntry[]): Promise<void> {
  const { ledger, matches, paid } = comparison;
  const creditOf = new Map(paid.map(({ entry, credit }) => [entry, credit]));
  await eachInTurns(payments, (entry) => {
    if (entry.missingDetails === null && !firstOf(namedReferencesOf(entry), ledger.members)) {
      matches.no_payment_reference.push(entryLine(comparison, entry, creditOf.get(entry) ?? null, null));
    }
  });
}

/** Lists the credits and reversals that neither this file nor an earlier one explains. */
async function listOpenItems(comparison: Comparison): Promise<void> {
  const { ledger, explained, reported } = comparison;
  await eachInTurns(ledger.open, (item) => {
    if (explained.has(item.itemId) || reported.has(item.itemId)) return;
    if (!closedByCorrection(comparison, item)) listOpen(comparison, item);
  });
}

function listOpen({ settings, matches, paidCredits }: Comparison, item: OpenItemRow): void {
  const isLate = (day: string | null) => settings.lastDay === null || (day ?? '') > settings.lastDay;
  if (item.kind === 'credit') {
    const list = isLate(item.bookedOn) ? matches.waiting_for_statement : matches.credited_not_on_statement;
    list.push(reportCredit(item, 'credit'));
  } else {
    // The money is on this very file, and went back on none.
    const waits = isLate(item.reversedOn) && !paidCredits.has(item.id);
    const list = waits ? matches.waiting_for_statement : matches.reversed_without_return;
    list.push(reportCredit(item, 'reversal'));
  }
}

/** A replaced credit waits for no statement: the credit that replaced it does. */
function closedByCorrection({ ledger, explained, matches }: Comparison, item: OpenItemRow): boolean {
  const credit = ledger.credits.get(item.id) ?? item;
  const isReplaced = lastOf(credit, ledger.credits).id !== credit.id;
  const before = isReplaced ? credit.explained : explanationBefore(credit, ledger.credits);
  if (before && (isReplaced || item.kind === 'credit')) {
    const { entryReference, entryDay } = before;
    explained.set(item.itemId, {
      entryReferences: [entryReference ?? []].flat(),
      bookedOn: entryDay,
      endToEndId: null,
    });
  }
  if (isReplaced) matches.corrected.push(reportCredit(credit, item.kind === 'credit' ? 'credit' : 'reversal'));
  return explained.has(item.itemId) || isReplaced;
}

// From a bank's file, as it was read, to the entries that are compared.

/** Questions whose answers a comparison needs; the account and what is paid out change nothing in it. */
const NEEDED = new Set(['dates', 'numbers', 'currency', 'columns']);

/** The questions of a file without whose answers it cannot be compared. */
export const neededAnswers = ({ questions }: BankFile): BankQuestion[] =>
  questions.filter(({ key }) => NEEDED.has(key));

function askedInWords({ key, question, options, suggested }: BankQuestion): string {
  const values = options ? ` (${options.join(', ')})` : suggested === null ? '' : ` (such as ${suggested})`;
  return `${question} Answer with ${key}${values}.`;
}

/** Everything of a file that a comparison looks at. */
export function comparedFileOf(file: BankFile): ComparedFile {
  const entries: BankEntry[] = [];
  const notUnderstood: NotUnderstoodEntry[] = [];
  let notBooked = 0;
  for (const statement of file.statements) {
    const shared = sharedReferencesOf(statement);
    for (const line of statement.lines) {
      if (line.isPending) notBooked++;
      else {
        const entry = entryOf(line, statement, shared);
        if ('what' in entry) notUnderstood.push(entry);
        else entries.push(entry);
      }
    }
  }
  const days = daysOf(file.statements.flatMap(({ from, to }) => [from, to]));
  const failed = file.statements.flatMap(({ proofs }) => proofs.filter(({ holds }) => holds === false));
  return { entries, notUnderstood, notBooked, days, failedProofs: failed.map(failedProof) };
}

/** References of entries with several details: what several share names none of them. */
function sharedReferencesOf({ lines }: BankStatement): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { entryReference } of lines) {
    if (entryReference !== null) counts.set(entryReference, (counts.get(entryReference) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([reference]) => reference));
}

function entryOf(
  line: BankLine,
  { account }: BankStatement,
  shared: ReadonlySet<string>,
): BankEntry | NotUnderstoodEntry {
  const { place, unreadable, currency, entryReference, reference } = line;
  const amountText = line.amount.replace(/^-/, '');
  const amount = parseDecimal(amountText);
  if (line.isUnreadable || !amount || currency === null) {
    const {
      what = currency === null && !line.isUnreadable ? 'currency' : 'amount',
      amount: written = line.isUnreadable ? (line.texts[0] ?? null) : amountText,
      entryAmount = null,
      couldBeCredit = true,
    } = unreadable ?? {};
    return { place, what, amount: written, entry_amount: entryAmount, could_be_credit: couldBeCredit };
  }
  const whole = entryReference !== null && !shared.has(entryReference) ? [entryReference] : [];
  const { originalAmount, originalCurrency } = line;
  return {
    ...line,
    account,
    entryReferences: [...new Set([...whole, ...(reference === null ? [] : [reference])])],
    amount,
    amountText,
    currency,
    direction: line.amount.startsWith('-') ? 'debit' : 'credit',
    original: originalCurrency === currency ? (parseDecimal(originalAmount ?? '') ?? null) : null,
  };
}

function failedProof({ kind, expected, found, account, statement, reference }: BankProof): FailedProof {
  return { proof: kind, expected, found, account, statement, reference };
}
