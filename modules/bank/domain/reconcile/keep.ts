/**
 * A report is kept (docs/decisions/comparisons.md): the comparison, what its file explains, and its lines. A difference that an earlier
 * comparison found is carried on with its state and note; one that is gone is settled.
 */
import { encodeId, isReference } from '@timebank/contract';
import { inParts } from '../../../../core/base/parts.ts';
import type { Change } from '../../../../core/change/change.ts';
import type { PartnerAct } from '../../../../core/partners/provision.ts';
import type { ExplainingEntry } from './comparison.ts';
import { type CurrentLineRow, endLines, insertLines, lockCurrentLines } from './line-queries.ts';
import { keptOf, type Line, type LineKind, lineKind, linesOf } from './lines.ts';
import { insertComparison, insertExplanations, lockReconciliationSettings } from './queries.ts';
import type { Counts, Matches } from './report.ts';
import type { Days } from './types.ts';

export interface Report {
  readonly sha256: Buffer;
  readonly name: string | null;
  readonly days: Days | null;
  readonly allMatched: boolean;
  readonly counts: Counts;
  readonly matches: Matches;
  /** The entries that explain transfers, by the id of the transfer. */
  readonly explained: ReadonlyMap<string, ExplainingEntry>;
}

/** A difference that a person has explained. */
export interface ExplainedDifference {
  readonly kind: LineKind;
  readonly place: string | null;
  readonly transfer: 'credit' | 'reversal' | null;
  readonly credit_id: string | null;
}

export interface KeptReport {
  readonly id: number;
  readonly explained: readonly ExplainedDifference[];
}

/** @param rowsAtOnce how many rows a statement writes */
export async function keepReportIn(
  within: Change,
  act: PartnerAct,
  report: Report,
  rowsAtOnce: number,
): Promise<KeptReport> {
  const { transaction, at, audit } = within;
  const { communityId, partnerId } = act;
  const { sha256, days, counts, allMatched } = report;
  // One comparison of a partner after the other: each takes over what the one before left.
  await lockReconciliationSettings(transaction, { communityId, partnerId });
  const [comparison] = await insertComparison(transaction, {
    communityId,
    partnerId,
    fileSha256: sha256,
    fileName: report.name,
    comparedBy: act.actor,
    comparedAt: at,
    firstDay: days?.from ?? null,
    lastDay: days?.to ?? null,
    allMatched,
    counts: JSON.stringify(counts),
  });
  if (!comparison) throw new Error('a comparison without an id');
  const { id } = comparison;
  for (const chunk of inParts([...report.explained], rowsAtOnce)) {
    await insertExplanations(transaction, {
      rows: chunk.map(([transferId, { entryReferences, bookedOn, endToEndId }]) => ({
        transferId,
        entryReference: entryReferences.find(isReference) ?? null,
        entryDay: bookedOn,
        endToEndId: endToEndId !== null && isReference(endToEndId) ? endToEndId : null,
      })),
      communityId,
      partnerId,
      comparisonId: id,
    });
  }
  const file_sha256 = sha256.toString('hex');
  const lines = await linesOf(report.matches, file_sha256);
  const kept = keptOf(lines);
  const before = await takeOverIn(within, act, id, { lines, kept, sha256 }, rowsAtOnce);
  const rows = kept.map((line, index) => {
    const { state = 'open', note = null, changedBy = null, changedAt = null } = before.get(keyOf(line)) ?? {};
    const number = index + 1;
    return { ...line, number, note, changedBy, changedAt, state: line.difference === null ? null : state };
  });
  const shared = { communityId, comparisonId: id, partnerId, createdAt: at };
  for (const chunk of inParts(rows, rowsAtOnce)) await insertLines(transaction, { rows: chunk, ...shared });
  const details = { comparison_id: id, file_sha256, days, all_matched: allMatched, counts };
  audit('statement.compared', `partner:${partnerId}`, details);
  const explained = rows.filter(({ state }) => state === 'explained');
  return {
    id,
    explained: explained.map(({ kind, problem, place, isReversal, creditId }) => ({
      kind: lineKind({ kind, problem }),
      place,
      transfer: place !== null ? null : isReversal ? 'reversal' : 'credit',
      credit_id: creditId && encodeId('crd', creditId),
    })),
  };
}

/** Ends the lines of earlier comparisons that this one decides on; those it carries on, by what they are. */
async function takeOverIn(
  { transaction }: Change,
  { communityId, partnerId }: PartnerAct,
  settledBy: number,
  { lines, kept, sha256 }: { lines: readonly Line[]; kept: readonly Line[]; sha256: Buffer },
  rowsAtOnce: number,
): Promise<ReadonlyMap<string, CurrentLineRow>> {
  const current = await lockCurrentLines(transaction, { communityId, partnerId, fileSha256: sha256 });
  const found = new Set(lines.map(keyOf));
  const keptKeys = new Set(kept.map(keyOf));
  const carried = new Map<string, CurrentLineRow>();
  const ended: { comparisonId: number; number: number; state: 'settled' | 'carried' }[] = [];
  for (const row of current) {
    const { comparisonId, number } = row;
    const key = keyOf(row);
    if (keptKeys.has(key)) {
      carried.set(key, row);
      ended.push({ comparisonId, number, state: 'carried' });
    } else if (!found.has(key)) {
      ended.push({ comparisonId, number, state: 'settled' });
    }
    // Else there are more than are kept: the earlier line stays.
  }
  for (const chunk of inParts(ended, rowsAtOnce)) await endLines(transaction, { rows: chunk, communityId, settledBy });
  return carried;
}

const keyOf = ({ difference }: Pick<Line, 'difference'>) => difference?.toString('hex') ?? '';
