/** Look-ups of single members; those that arrive together share a statement. */
import { batchReads } from '../database/batcher.ts';
import type { Lane, Query } from '../database/query.ts';

/** A member, and the partner that asks for it. */
export interface MemberLookUp {
  readonly communityId: number;
  readonly partnerId: number;
  readonly memberId: string;
}

/** A row with the place, from 1, of the look-up it answers. */
export interface RowPosition {
  readonly position: number;
}

export const LOOK_UPS_MAX = 200;

/** @param select returns a row for each look-up that finds its member, in any order */
export function membersById<Row extends RowPosition>(
  lane: Lane,
  select: Query<{ communityIds: readonly number[]; partnerIds: readonly number[]; memberIds: readonly string[] }, Row>,
): (lookUp: MemberLookUp) => Promise<Row | undefined> {
  return batchReads<MemberLookUp, Row | undefined>(async (lookUps) => {
    const communityIds = lookUps.map(({ communityId }) => communityId);
    const partnerIds = lookUps.map(({ partnerId }) => partnerId);
    const memberIds = lookUps.map(({ memberId }) => memberId);
    return inOrder(lookUps.length, await select(lane, { communityIds, partnerIds, memberIds }));
  }, LOOK_UPS_MAX);
}

/** The rows by the look-ups they answer. */
export function inOrder<Row extends RowPosition>(count: number, rows: readonly Row[]): (Row | undefined)[] {
  const values = new Array<Row | undefined>(count).fill(undefined);
  for (const row of rows) values[row.position - 1] = row;
  return values;
}
