/** Reconciliation: a bank's statement file against what a partner has credited, from one snapshot. Changes nothing. */
import type { Database, Queryable } from '../database/query.ts';
import { refusal } from '../refusal.ts';
import { parseRate, type Rate } from './amount.ts';
import { foldAscii, type Ledger, type Matches, matchStatement, namedReferencesOf, referencesOf } from './match.ts';
import {
  type CreditRow,
  type MatchBy,
  type NamedMemberRow,
  selectCreditsBetween,
  selectCreditsReversedUnder,
  selectCreditsWithFoldedReferences,
  selectCreditsWithReferences,
  selectMembersByPaymentReference,
  selectReconciliationSettings,
} from './queries.ts';
import { readStatementFile } from './read-file.ts';
import { type BankEntry, UnusableFile } from './types.ts';

export interface Reconciliation {
  readonly match_by: MatchBy;
  /** The days whose credits should be on the statement. */
  readonly period: { readonly from: string; readonly to: string };
  /** Nothing but matched payments, and returns that are reversed. */
  readonly all_matched: boolean;
  readonly counts: Readonly<Record<keyof Matches | 'member_differs' | 'not_booked', number>>;
  readonly matches: Matches;
}

const CHUNK = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Compares a statement with a partner's credits.
 * @param chunks the file
 * @param day credits booked on this day should be on the statement; otherwise those of the statement's own days
 * @throws UnusableFile; refusal not_found
 */
export async function reconcile(
  database: Database,
  partner: { readonly communityId: number; readonly partnerId: number },
  chunks: AsyncIterable<Buffer>,
  day?: string,
): Promise<Reconciliation> {
  const { entries, notBooked } = await readStatementFile(chunks);
  const period = day === undefined ? periodOf(entries) : { from: day, to: day };
  return await database.snapshot(async (snapshot) => {
    const [settings] = await selectReconciliationSettings(snapshot, partner.communityId, partner.partnerId);
    if (!settings) throw refusal('not_found', 'There is no such partner.');
    const { matchBy, hoursPerUnit } = settings;
    const rates = new Map<string, Rate>();
    for (const [currency, text] of Object.entries(hoursPerUnit)) {
      const rate = parseRate(text);
      if (rate) rates.set(currency, rate);
    }
    const ledger = await readLedger(snapshot, partner, entries, matchBy, period);
    const matches = matchStatement(entries, ledger, { matchBy, rates });
    const counts = countsOf(matches, notBooked);
    const { matched, returned, other_entries, not_booked, ...differences } = counts;
    const all_matched = Object.values(differences).every((count) => count === 0);
    return { match_by: matchBy, period, all_matched, counts, matches };
  });
}

function countsOf(matches: Matches, notBooked: number): Reconciliation['counts'] {
  const { other_entries, ...lists } = matches;
  const lengths = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
  const withMember = [...matches.matched, ...matches.returned, ...matches.amount_differs];
  const member_differs = withMember.filter((entry) => entry.member_differs).length;
  return { ...(lengths as Reconciliation['counts']), member_differs, other_entries, not_booked: notBooked };
}

function periodOf(entries: readonly BankEntry[]): { from: string; to: string } {
  const days = entries.flatMap(({ bookedOn }) => (bookedOn === null ? [] : [bookedOn])).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) {
    throw new UnusableFile('The file names no booking day; say which day of credits it belongs to.');
  }
  return { from, to };
}

async function readLedger(
  snapshot: Queryable,
  { communityId, partnerId }: { readonly communityId: number; readonly partnerId: number },
  entries: readonly BankEntry[],
  matchBy: MatchBy,
  period: { readonly from: string; readonly to: string },
): Promise<Ledger> {
  const references = entries.flatMap((entry) => referencesOf(entry, matchBy));
  const all = entries.flatMap((entry) => [...entry.entryReferences, entry.endToEndId ?? '']);
  const byReference = new Map<string, CreditRow>();
  for (const chunk of chunksOf(references)) {
    for (const row of await selectCreditsWithReferences(snapshot, communityId, partnerId, chunk)) {
      byReference.set(row.reference, row);
    }
  }
  const byReversalReference = new Map<string, CreditRow>();
  for (const chunk of chunksOf(all)) {
    for (const row of await selectCreditsReversedUnder(snapshot, communityId, partnerId, chunk)) {
      byReversalReference.set(row.reversalReference ?? '', row);
    }
  }
  const byFoldedReference = new Map<string, CreditRow[]>();
  const missing = references.filter((reference) => !byReference.has(reference)).map(foldAscii);
  for (const chunk of chunksOf(missing)) {
    for (const row of await selectCreditsWithFoldedReferences(snapshot, communityId, partnerId, chunk)) {
      const folded = foldAscii(row.reference);
      byFoldedReference.set(folded, [...(byFoldedReference.get(folded) ?? []), row]);
    }
  }
  const members = new Map<string, NamedMemberRow>();
  for (const chunk of chunksOf(entries.flatMap(namedReferencesOf))) {
    for (const row of await selectMembersByPaymentReference(snapshot, communityId, chunk)) {
      members.set(row.paymentReference, row);
    }
  }
  const ofPeriod: CreditRow[] = [];
  for (;;) {
    const after = ofPeriod.at(-1)?.id ?? FIRST_ID;
    const { from, to } = period;
    const page = await selectCreditsBetween(snapshot, communityId, partnerId, from, to, after, CHUNK);
    ofPeriod.push(...page);
    if (page.length < CHUNK) break;
  }
  return { byReference, byReversalReference, byFoldedReference, ofPeriod, members };
}

/** Distinct, without what PostgreSQL does not store, in bounded lists. */
function* chunksOf(texts: readonly string[]): Generator<string[]> {
  const distinct = [...new Set(texts)].filter((text) => text !== '' && !text.includes('\0'));
  for (let at = 0; at < distinct.length; at += CHUNK) yield distinct.slice(at, at + CHUNK);
}
