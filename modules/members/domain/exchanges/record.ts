/** Recording an exchange: help given by one account to another, or a gift. The office, the console and scripts all come here. */

import { EXCHANGE_FIELDS, type ExchangeKind } from '@timebank/contract';
import type { Clock } from '../../../../core/base/clock.ts';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Actor } from '../../../../core/change/audit/append.ts';
import type { Database } from '../../../../core/database/query.ts';
import { postWith } from '../../../../core/ledger/post-batch.ts';
import type { Transfer } from '../../../../core/ledger/types.ts';
import { auditExchangeIn } from './audit.ts';
import { readCorrection, reverseIn } from './correct.ts';
import { findDetails } from './details.ts';
import { findParties, invalidExchange } from './parties.ts';
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
  /** A name of the community's list; absent or empty: the listing's own. */
  readonly category?: string | null | undefined;
  readonly note?: string | null;
  /** Unique in the community; a second exchange with the same one is refused by the database (23505). */
  readonly externalId?: string | null;
  /** UUID of an exchange that this one takes the place of: it is reversed in the same transaction, for `reason`. */
  readonly corrects?: string | undefined;
  readonly reason?: string | undefined;
  /** Who records it: `administrator:3`, `command line`. Neither of the two parties need be. */
  readonly recordedBy: string;
  /** From where, for the audit log. */
  readonly from?: Omit<Actor, 'actor'> | undefined;
}

const RULES = {
  provider: EXCHANGE_FIELDS.provider,
  receiver: EXCHANGE_FIELDS.receiver,
  time: EXCHANGE_FIELDS.time,
  serviceDate: EXCHANGE_FIELDS.service_date,
  category: EXCHANGE_FIELDS.category,
  note: EXCHANGE_FIELDS.note,
} as const;

/**
 * Books the time from the receiver's account to the provider's, within the community's limits. An exchange that it corrects
 * is reversed first, so that the limits see what is then left; of what is refused nothing stays.
 * @throws refusal validation_failed, user_not_found, limit_exceeded naming the field at fault; not_found, already_reversed
 */
export async function postExchange(database: Database, clock: Clock, exchange: NewExchange): Promise<Transfer> {
  const { communityId, kind = 'exchange', recordedBy } = exchange;
  const { time, provider: providerName, receiver: receiverName } = exchange;
  const given = { provider: providerName, receiver: receiverName, time, serviceDate: exchange.serviceDate };
  const fields = readFields({ ...given, category: exchange.category ?? '', note: exchange.note ?? null }, RULES);
  const { serviceDate, category } = fields;
  checkServiceDay(clock, serviceDate);
  const correction = replacedBy(exchange);
  return await postWith(database, clock, async (transaction, post) => {
    const [provider, receiver] = await findParties(transaction, communityId, [
      { name: fields.provider, field: 'provider' },
      { name: fields.receiver, field: 'receiver' },
    ]);
    if (!provider || !receiver) throw new Error('a party was neither found nor refused');
    const details = await findDetails(transaction, communityId, { listing: exchange.listing ?? null, category });
    // After the members, whose rows every exchange locks before accounts.
    if (correction) await reverseIn(transaction, clock, correction);
    const outcome = await post({
      ...{ kind, communityId, serviceDate, recordedBy, ...details },
      providerAccountId: provider.id,
      receiverAccountId: receiver.id,
      amountSeconds: fields.time,
      externalId: exchange.externalId ?? null,
      note: fields.note,
      limited: true,
    });
    if (outcome.result === 'refused') throw refusal(outcome.code, outcome.description, outcome.fields);
    if (outcome.result === 'replayed') throw new Error('an exchange has no reference to be replayed by');
    const { transfer } = outcome;
    const actor = { ...exchange.from, actor: recordedBy };
    await auditExchangeIn(transaction, communityId, actor, 'exchange.recorded', [transfer]);
    return transfer;
  });
}

/** The correction of the exchange that another one takes the place of. */
function replacedBy({ communityId, corrects, reason, recordedBy, from }: NewExchange) {
  if (corrects !== undefined)
    return readCorrection({ communityId, exchangeId: corrects, reason: reason ?? '', recordedBy, from });
  if (reason === undefined) return undefined;
  const message = 'corrects is missing: a reason belongs to an exchange that is corrected.';
  throw invalidExchange('corrects', 'required', message);
}

/** @throws refusal validation_failed where it is that day nowhere on earth */
export function checkServiceDay(clock: Clock, serviceDate: string): void {
  if (serviceDate <= latestServiceDay(clock.now())) return;
  throw invalidExchange('service_date', 'in_the_future', `service_date ${serviceDate} has not come yet.`);
}
