/** /communities/{slug}/partners/{partnerId}/reconciliations and /reconciliation-lines: the reports that are kept */
import { encodeId } from '@timebank/contract';
import { actOf, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import type { Deps } from '../../../../core/deps.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import {
  type getReconciliation,
  listReconciliationLines,
  listReconciliations,
  Reconciliation,
  ReconciliationLine,
  type updateReconciliationLine,
} from '../../contract/reconciliation.ts';
import { changeLine } from '../../domain/reconcile/change-line.ts';
import {
  type ComparisonRow,
  type ReportLineRow,
  selectComparison,
  selectComparisonPage,
  selectLine,
  selectLinePage,
} from '../../domain/reconcile/console-queries.ts';
import { lineKind } from '../../domain/reconcile/lines.ts';
import { type CreditRow, selectCreditsWithIds } from '../../domain/reconcile/queries.ts';
import { reportCredit } from '../../domain/reconcile/report.ts';

/** Greater than every id. */
const LAST_ID = '9223372036854775807';

export const listReconciliationsHandler: ConsoleHandler<typeof listReconciliations> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const page = openPage(call, deps, listReconciliations);
  const rows = await selectComparisonPage(deps.database.heavy, {
    communityId,
    partnerId: id,
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
  });
  return pageOf(page, rows, ({ id }) => String(id), presentReport);
};

export const getReconciliationHandler: ConsoleHandler<typeof getReconciliation> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  return { data: await readReport(deps, communityId, id, readNumber(call.params.reconciliationId)) };
};

/** @throws Refusal reconciliation_not_found, also for a comparison of another partner */
export async function readReport(
  { database }: Pick<Deps, 'database'>,
  communityId: number,
  partnerId: number,
  id: number | undefined,
): Promise<Reconciliation> {
  const [row] = id === undefined ? [] : await selectComparison(database.heavy, { communityId, partnerId, id });
  if (!row) throw consoleRefusal('reconciliation_not_found', 'This partner has no such comparison.');
  return presentReport(row);
}

function presentReport(row: ComparisonRow): Reconciliation {
  const { firstDay, lastDay } = row;
  return {
    ...shownAs(Reconciliation, row),
    days: firstDay !== null && lastDay !== null ? { from: firstDay, to: lastDay } : null,
    // What comparisons of earlier versions did not count.
    counts: {
      ...row.counts,
      proof_fails: row.counts.proof_fails ?? 0,
      not_compared: row.counts.not_compared ?? 0,
      matched_without_rate: row.counts.matched_without_rate ?? 0,
    },
    lines: { open: 0, asked: 0, explained: 0, settled: 0, carried: 0, ...row.lines },
  };
}

export const listReconciliationLinesHandler: ConsoleHandler<typeof listReconciliationLines> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const page = openPage(call, deps, listReconciliationLines);
  const { reconciliation_id, state } = call.query;
  const comparison =
    reconciliation_id === undefined
      ? undefined
      : await readReport(deps, communityId, id, readNumber(reconciliation_id));
  const [afterComparison = 0, afterNumber = 0] = page.after?.split(' ').map(Number) ?? [];
  const { heavy } = deps.database;
  const rows = await selectLinePage(heavy, {
    communityId,
    partnerId: id,
    afterComparisonId: afterComparison,
    afterNumber,
    limit: page.limit,
    comparisonId: comparison?.id,
    state: state ?? (comparison ? undefined : 'open'),
  });
  const credits = await creditsOf(heavy, communityId, id, rows);
  return pageOf(
    page,
    rows,
    ({ comparisonId, number }) => `${comparisonId} ${number}`,
    (row) => presentLine(row, credits),
  );
};

export const updateReconciliationLineHandler: ConsoleHandler<typeof updateReconciliationLine> = async (call, deps) => {
  const { id: partnerId, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const [comparisonId, number] = [readNumber(call.params.reconciliationId), readNumber(call.params.lineNumber)];
  const missing = () => consoleRefusal('reconciliation_not_found', 'This partner has no such line.');
  if (comparisonId === undefined || number === undefined) throw missing();
  await changeLine(deps, { ...actOf(call), partnerId, comparisonId, number }, call.body);
  const { reads } = deps.database;
  const [row] = await selectLine(reads, { communityId, partnerId, comparisonId, number });
  if (!row) throw missing();
  return { data: presentLine(row, await creditsOf(reads, communityId, partnerId, [row])) };
};

async function creditsOf(
  on: Queryable,
  communityId: number,
  partnerId: number,
  rows: readonly ReportLineRow[],
): Promise<ReadonlyMap<string, CreditRow>> {
  const ids = [...new Set(rows.flatMap(({ creditId }) => creditId ?? []))];
  if (ids.length === 0) return new Map();
  const credits = await selectCreditsWithIds(on, { communityId, partnerId, ids });
  return new Map(credits.map((credit) => [credit.id, credit]));
}

function presentLine(row: ReportLineRow, credits: ReadonlyMap<string, CreditRow>): ReconciliationLine {
  const credit = credits.get(row.creditId ?? '');
  const { namedMember } = row;
  return {
    ...shownAs(ReconciliationLine, row),
    reconciliation_id: row.comparisonId,
    kind: lineKind(row),
    reference: row.entryReference,
    hours_worth: row.worthHours,
    problem_code: row.problem,
    credit: credit ? reportCredit(credit, row.isReversal ? 'reversal' : 'credit') : null,
    named_member: namedMember && {
      payment_reference: namedMember.paymentReference,
      user_id: encodeId('usr', namedMember.id),
      external_id: namedMember.externalId,
      name: namedMember.name,
    },
  };
}
