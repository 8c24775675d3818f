/** The verification that is remembered: the service's daily one, and any on request. */
import type { Clock } from '../../../../core/base/clock.ts';
import { ago, DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import type { Database } from '../../../../core/database/query.ts';
import { claimLedgerCheck, noteLedgerCheck } from './check-queries.ts';
import { type VerifyReport, verifyLedger } from './invariants.ts';

/** A verification that began longer ago and noted nothing was stopped, or failed. */
const BEGUN_KEPT_MS = HOUR_MS;

/** Remembers a verification's result. @param verifiedAt when it began: it says nothing of what came later */
export async function noteVerification(database: Database, verifiedAt: Date, { holds }: VerifyReport): Promise<void> {
  await noteLedgerCheck(database.heavy, { verifiedAt, holds });
}

/**
 * Verifies the ledger, if the last time is a day ago, and remembers the result.
 * @returns undefined: it is not due, or another node does it
 */
export async function verifyIfDue(
  database: Database,
  clock: Clock,
  signal?: AbortSignal,
): Promise<VerifyReport | undefined> {
  const now = clock.now();
  const [row] = await claimLedgerCheck(database.heavy, {
    now,
    verifiedBefore: ago(now, DAY_MS),
    begunBefore: ago(now, BEGUN_KEPT_MS),
  });
  if (!row?.claimed) return undefined;
  const report = await verifyLedger(database, clock, { isPaced: true, ...(signal && { signal }) });
  await noteVerification(database, now, report);
  return report;
}
