/** Recording an exchange: help given by one account to another, or a gift. The office, the console and scripts all come here. */

import { decodeId, EXCHANGE_FIELDS, type ExchangeKind, type MemberStatus } from '@timebank/contract';
import type { Clock } from '../../platform/base/clock.ts';
import { Refusal, refusal } from '../../platform/base/refusal.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { findAccount, unknownAccount } from '../accounts/accounts.ts';
import type { AccountRow } from '../accounts/queries.ts';
import { readFields } from '../fields/fields.ts';
import { postWith } from '../ledger/post-batch.ts';
import type { Transfer } from '../ledger/types.ts';
import { lockParties } from '../members/queries.ts';
import { lockListingId } from './queries.ts';
import { latestServiceDay } from './service-day.ts';

/** An exchange as people put it. Provider and receiver: as `findAccount` takes them. */
export interface NewExchange {
  readonly communityId: number;
  /** Absent: an exchange. Of a gift, the receiver gives and the provider is given to. */
  readonly kind?: ExchangeKind | undefined;
  readonly provider: string;
  readonly receiver: string;
  /** `1:30`, `1.5`, `1,5` or `90 min`. */
  readonly time: string;
  /** `YYYY-MM-DD`, the day the help was given. */
  readonly serviceDate: string;
  /** `lst_` id or external id. */
  readonly listing?: string | null;
  readonly note?: string | null;
  /** Unique in the community; a second exchange with the same one is refused by the database (23505). */
  readonly externalId?: string | null;
  /** Who records it: `administrator:3`, `command line`. Neither of the two parties need be. */
  readonly recordedBy: string;
}

const RULES = {
  provider: EXCHANGE_FIELDS.provider,
  receiver: EXCHANGE_FIELDS.receiver,
  time: EXCHANGE_FIELDS.time,
  serviceDate: EXCHANGE_FIELDS.service_date,
  note: EXCHANGE_FIELDS.note,
} as const;

/**
 * Books the time from the receiver's account to the provider's, within the community's limits.
 * @throws refusal validation_failed, user_not_found, limit_exceeded naming the field at fault
 */
export async function postExchange(database: Database, clock: Clock, exchange: NewExchange): Promise<Transfer> {
  const { communityId, recordedBy } = exchange;
  const { time, provider: providerName, receiver: receiverName } = exchange;
  const given = { provider: providerName, receiver: receiverName, time, serviceDate: exchange.serviceDate };
  const fields = readFields({ ...given, note: exchange.note ?? null }, RULES);
  const { serviceDate } = fields;
  if (serviceDate > latestServiceDay(clock.now())) {
    throw invalid('service_date', 'in_the_future', `service_date ${serviceDate} has not come yet.`);
  }
  return await postWith(database, clock, async (transaction, post) => {
    const provider = await findAccount(transaction, communityId, fields.provider, 'provider');
    const receiver = await findAccount(transaction, communityId, fields.receiver, 'receiver');
    const memberIds = [provider, receiver].flatMap(({ memberId }) => memberId ?? []);
    const members = new Map((await lockParties(transaction, { communityId, memberIds })).map((row) => [row.id, row]));
    checkParty(provider, members, fields.provider, 'provider');
    checkParty(receiver, members, fields.receiver, 'receiver');
    const listingId = await listingOf(transaction, communityId, exchange.listing ?? null);
    const outcome = await post({
      kind: exchange.kind ?? 'exchange',
      communityId,
      providerAccountId: provider.id,
      receiverAccountId: receiver.id,
      amountSeconds: fields.time,
      serviceDate,
      listingId,
      externalId: exchange.externalId ?? null,
      note: fields.note,
      limited: true,
      recordedBy,
    });
    if (outcome.result === 'refused') throw new Refusal(outcome.code, outcome.description, outcome.fields);
    if (outcome.result === 'replayed') throw new Error('an exchange has no reference to be replayed by');
    return outcome.transfer;
  });
}

/** Whether who was found is still there and active, now that the row is held. */
function checkParty(
  { memberId }: AccountRow,
  members: ReadonlyMap<string, { readonly status: MemberStatus; readonly undone: boolean }>,
  name: string,
  field: string,
): void {
  if (memberId === null) return;
  const member = members.get(memberId);
  if (!member || member.undone) throw unknownAccount(field, name);
  if (member.status !== 'active') {
    const message = `${field} "${name}" is ${member.status}: only active members take part in exchanges.`;
    throw invalid(field, 'not_active', message);
  }
}

async function listingOf(on: Transaction, communityId: number, listing: string | null): Promise<string | null> {
  if (listing === null) return null;
  const [row] = await lockListingId(on, { communityId, id: decodeId('lst', listing) ?? null, externalId: listing });
  if (!row) throw invalid('listing', 'unknown_listing', `No listing of this community is "${listing}".`);
  return row.id;
}

function invalid(field: string, code: string, message: string): Refusal {
  return refusal('validation_failed', message, [{ field, code, message }]);
}
