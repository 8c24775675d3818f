/** /communities/{slug}/exchanges/group-slips: one who helped many, or many who helped one, on one slip. */

import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { sqlState } from '../../../../core/database/connection.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import type { GroupSlip, recordGroupSlip } from '../../contract/exchanges.ts';
import { SLIP_OTHERS_MAX } from '../../contract/exchanges.ts';
import {
  type ExchangeRow,
  selectExchangeByKey,
  selectExchangesOfSlip,
} from '../../domain/exchanges/console-queries.ts';
import { postGroupSlip } from '../../domain/exchanges/group-slip.ts';
import { presentExchange } from './present.ts';

/** An exchange and a gift of each, and one gift of the other side. */
const PARTS_MAX = SLIP_OTHERS_MAX * 2 + 1;

export const recordGroupSlipHandler: CommunityHandler<typeof recordGroupSlip> = async (call, deps) => {
  const { communityId, actor: recordedBy, ...from } = actOf(call);
  const { key, many, one, others, each, total, service_date: serviceDate, category, note } = call.body;
  const { reads } = deps.database;
  const externalId = `console:${key.toLowerCase()}`;
  const recorded = () => selectExchangeByKey(reads, { communityId, externalId });
  const [before] = await recorded();
  if (before) return { data: await slipOf(reads, communityId, before) };
  const slip = { communityId, many, one, others, each, total, serviceDate, category, note: note ?? null };
  let error: unknown;
  await postGroupSlip(deps.database, deps.clock, { ...slip, recordedBy, from, externalId }).catch((reason: unknown) => {
    error = reason;
  });
  // Two requests with the same slip may have run at once.
  const [row] = error === undefined || sqlState(error) === '23505' ? await recorded() : [];
  if (!row) throw error;
  return { data: await slipOf(reads, communityId, row) };
};

async function slipOf(on: Queryable, communityId: number, first: ExchangeRow): Promise<GroupSlip> {
  const { slipId } = first;
  const rows = slipId === null ? [first] : await selectExchangesOfSlip(on, { communityId, slipId, limit: PARTS_MAX });
  return { id: slipId, exchanges: rows.map(presentExchange) };
}
