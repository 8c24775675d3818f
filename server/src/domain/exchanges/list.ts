/** The latest exchanges of a community, for people. */
import { hoursFromSeconds } from '@timebank/contract';
import type { Database } from '../../platform/database/query.ts';
import { selectLatestExchanges } from './queries.ts';

/** Newest first, corrected ones too. */
export async function readExchanges(database: Database, communityId: number, limit: number) {
  const rows = await selectLatestExchanges(database.heavy, communityId, limit);
  return rows.map((row) => ({
    exchange_id: row.id,
    service_date: row.serviceDate,
    hours: hoursFromSeconds(row.amountSeconds),
    provider: row.provider,
    receiver: row.receiver,
    note: row.note,
    recorded_by: row.recordedBy,
    created_at: row.createdAt.toISOString(),
    corrected_at: row.correctedAt?.toISOString() ?? null,
  }));
}
