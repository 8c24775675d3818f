/** Exchanges and gifts as the console shows them. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { Exchange } from '../../contract/exchanges.ts';
import { type ExchangeRow, selectExchange } from '../../domain/exchanges/console-queries.ts';
import { recordingMember } from './recorder.ts';

/** @throws refusal not_found */
export async function readExchange(on: Queryable, communityId: number, id: string): Promise<Exchange> {
  const [row] = await selectExchange(on, { communityId, id });
  if (!row) throw refusal('not_found', 'No exchange has this id.');
  return presentExchange(row);
}

export function presentExchange(row: ExchangeRow): Exchange {
  return {
    ...shownAs(Exchange, row),
    provider: {
      ...party(row.providerKind, row.providerAccountId, row.providerMemberId, row.providerName),
      number: row.providerNumber,
    },
    receiver: {
      ...party(row.receiverKind, row.receiverAccountId, row.receiverMemberId, row.receiverName),
      number: row.receiverNumber,
    },
    hours: hoursFromSeconds(row.amountSeconds),
    category: row.categoryName,
    slip: row.slipId === null || row.slipSize < 2 ? null : { id: row.slipId, size: row.slipSize },
    recorded_by_name: row.recordedByName ?? nameOfMember(row),
    correction:
      row.correctionId === null || !row.correctedAt
        ? null
        : {
            id: row.correctionId,
            reason: row.correctionReason,
            created_at: row.correctedAt.toISOString(),
            recorded_by: row.correctedBy ?? '',
            recorded_by_name: row.correctedByName,
          },
  };
}

function nameOfMember({ recordedBy, providerMemberId, providerName, receiverMemberId, receiverName }: ExchangeRow) {
  const memberId = recordingMember(recordedBy);
  if (memberId === undefined) return null;
  if (memberId === providerMemberId) return providerName;
  return memberId === receiverMemberId ? receiverName : null;
}

function party(kind: Exchange['provider']['kind'], accountId: number, memberId: string | null, name: string | null) {
  const id = memberId !== null ? encodeId('usr', memberId) : kind === 'chest' ? 'chest' : `account:${accountId}`;
  return { kind, id, name };
}
