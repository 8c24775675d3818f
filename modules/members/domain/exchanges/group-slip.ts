/**
 * One slip with many transfers: one helped many, or many helped one, each for the same time. What who was helped gives
 * beyond what the helpers get goes to the community fund, as a gift. All of it is booked or nothing.
 */

import { EXCHANGE_FIELDS } from '@timebank/contract';
import type { Clock } from '../../../../core/base/clock.ts';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { newIdAt } from '../../../../core/base/ids.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Database, Transaction } from '../../../../core/database/query.ts';
import { postInTransaction, postWith } from '../../../../core/ledger/post-batch.ts';
import type { ExchangePosting, Outcome, Transfer } from '../../../../core/ledger/types.ts';
import type { AccountRow } from '../account-queries.ts';
import { findAccount } from '../accounts.ts';
import { auditExchangeIn } from './audit.ts';
import { findDetails } from './details.ts';
import { findParties, invalidExchange } from './parties.ts';
import { selectExchangeStep } from './queries.ts';
import { checkServiceDay, type NewExchange } from './record.ts';

export interface NewGroupSlip
  extends Pick<NewExchange, 'communityId' | 'serviceDate' | 'category' | 'note' | 'recordedBy' | 'from'> {
  /** Of whom there are several. */
  readonly many: 'providers' | 'receivers';
  /** The other side, as `findAccount` takes it. */
  readonly one: string;
  readonly others: readonly string[];
  /** The time for each of the others, as people write it. */
  readonly each: string;
  /**
   * The time for the one; absent: that of all others together. Who helped many gets at most so much, who was helped by
   * many gives at least so much: the rest is given to the community fund.
   */
  readonly total?: string | null | undefined;
  /** Of the first transfer; unique in the community. */
  readonly externalId: string;
}

const RULES = {
  one: EXCHANGE_FIELDS.provider,
  each: EXCHANGE_FIELDS.time,
  serviceDate: EXCHANGE_FIELDS.service_date,
  category: EXCHANGE_FIELDS.category,
  note: EXCHANGE_FIELDS.note,
} as const;

/** What is booked, and the field that a refusal of it names. */
interface Part {
  readonly kind: 'exchange' | 'gift';
  readonly provider: AccountRow;
  readonly receiver: AccountRow;
  readonly seconds: number;
  readonly field: string;
}

/**
 * Books a slip as a whole.
 * @returns its transfers; the first has the external id, and all of several have one `slipId`
 * @throws refusal validation_failed, user_not_found, limit_exceeded naming the field at fault
 */
export async function postGroupSlip(database: Database, clock: Clock, slip: NewGroupSlip): Promise<Transfer[]> {
  const { communityId, recordedBy, many } = slip;
  const given = { one: slip.one, each: slip.each, serviceDate: slip.serviceDate };
  const fields = readFields({ ...given, category: slip.category ?? '', note: slip.note ?? null }, RULES);
  const sumSeconds = fields.each * slip.others.length;
  const totalSeconds = slip.total
    ? readFields({ total: slip.total }, { total: EXCHANGE_FIELDS.time }).total
    : sumSeconds;
  checkTotal(many, totalSeconds, sumSeconds);
  checkServiceDay(clock, fields.serviceDate);
  return await postWith(database, clock, async (transaction) => {
    const named = slip.others.map((name, index) => ({ name, field: `others.${index}` }));
    const [one, ...others] = await findParties(transaction, communityId, [
      { name: fields.one, field: 'one' },
      ...named,
    ]);
    if (!one) throw new Error('a party was neither found nor refused');
    checkDifferent(one, others);
    const { categoryId } = await findDetails(transaction, communityId, { listing: null, category: fields.category });
    const stepSeconds = await stepOf(transaction, communityId, fields.each, totalSeconds);
    const fund = await findAccount(transaction, communityId, 'chest', 'total');
    const whole = { one, others, eachSeconds: fields.each, totalSeconds, stepSeconds, fund };
    const parts = many === 'receivers' ? oneHelpedMany(whole) : manyHelpedOne(whole);
    const slipId = parts.length > 1 ? newIdAt(clock.now()) : undefined;
    const requests = parts.map(
      ({ kind, provider, receiver, seconds }, index): ExchangePosting => ({
        ...{ kind, communityId, recordedBy, slipId, categoryId: kind === 'exchange' ? categoryId : null },
        ...{ providerAccountId: provider.id, receiverAccountId: receiver.id, amountSeconds: seconds },
        ...{ serviceDate: fields.serviceDate, listingId: null, note: fields.note, limited: true },
        externalId: index === 0 ? slip.externalId : null,
      }),
    );
    const outcomes = await postInTransaction(transaction, clock, requests);
    const transfers = outcomes.map((outcome, index) => transferOf(outcome, parts[index] as Part, many));
    const actor = { ...slip.from, actor: recordedBy };
    await auditExchangeIn(transaction, communityId, actor, 'exchange.recorded', transfers);
    return transfers;
  });
}

function checkTotal(many: NewGroupSlip['many'], totalSeconds: number, sumSeconds: number): void {
  if (many === 'receivers' && totalSeconds > sumSeconds) {
    throw invalidExchange('total', 'above_sum', 'The helper cannot get more than those who were helped give together.');
  }
  if (many === 'providers' && totalSeconds < sumSeconds) {
    throw invalidExchange('total', 'below_sum', 'Who was helped cannot give less than the helpers get together.');
  }
}

/** Each account is on the slip once. */
function checkDifferent(one: AccountRow, others: readonly AccountRow[]): void {
  const seen = new Set([one.id]);
  for (const [index, { id }] of others.entries()) {
    if (seen.has(id)) throw invalidExchange(`others.${index}`, 'named_twice', 'An account is on the slip twice.');
    seen.add(id);
  }
}

/** The step of the community, of which both times are a multiple, so that the shares are. */
async function stepOf(
  transaction: Transaction,
  communityId: number,
  eachSeconds: number,
  totalSeconds: number,
): Promise<number> {
  const [community] = await selectExchangeStep(transaction, { communityId });
  if (!community) throw new Error('a booking in no community');
  const { minutes } = community;
  for (const [field, seconds] of [
    ['each', eachSeconds],
    ['total', totalSeconds],
  ] as const) {
    if (seconds % (minutes * 60) === 0) continue;
    throw invalidExchange(field, 'wrong_step', `The time must be a multiple of ${minutes} minutes.`);
  }
  return minutes * 60;
}

interface GroupTotals {
  readonly one: AccountRow;
  readonly others: readonly AccountRow[];
  readonly eachSeconds: number;
  readonly totalSeconds: number;
  readonly stepSeconds: number;
  readonly fund: AccountRow;
}

/** Each gives the same; the helper's time is shared among them, and the rest of each goes to the fund. */
function oneHelpedMany({ one, others, eachSeconds, totalSeconds, stepSeconds, fund }: GroupTotals): Part[] {
  const shares = shareOut(totalSeconds, others.length, stepSeconds);
  return others.flatMap((receiver, index): Part[] => {
    const [field, seconds] = [`others.${index}`, shares[index] ?? 0];
    const help: Part = { kind: 'exchange', provider: one, receiver, seconds, field };
    return [...(seconds > 0 ? [help] : []), ...restOf(receiver, fund, eachSeconds - seconds, field)];
  });
}

/** Each helper gets the same; what who was helped gives beyond that goes to the fund. */
function manyHelpedOne({ one, others, eachSeconds, totalSeconds, fund }: GroupTotals): Part[] {
  const helped = others.map(
    (provider, index): Part => ({
      ...{ kind: 'exchange', provider, receiver: one, seconds: eachSeconds, field: `others.${index}` },
    }),
  );
  return [...helped, ...restOf(one, fund, totalSeconds - eachSeconds * others.length, 'total')];
}

/** The fund gives itself nothing. */
function restOf(giver: AccountRow, fund: AccountRow, seconds: number, field: string): Part[] {
  if (seconds === 0 || giver.id === fund.id) return [];
  return [{ kind: 'gift', provider: fund, receiver: giver, seconds, field }];
}

/** @throws refusal that names the party at fault: who would fall below or rise above a limit */
function transferOf(outcome: Outcome, { field }: Part, many: NewGroupSlip['many']): Transfer {
  if (outcome.result === 'replayed') throw new Error('an exchange has no reference to be replayed by');
  if (outcome.result === 'posted') return outcome.transfer;
  const fields = outcome.fields?.map((fault) => {
    const isOfOne = fault.code === (many === 'receivers' ? 'upper_balance' : 'lower_balance');
    return { ...fault, field: isOfOne ? 'one' : field };
  });
  throw refusal(outcome.code, outcome.description, fields);
}
/**
 * Shares a whole among several, each a multiple of the step, as equal as the step allows; the first get one step more
 * where it does not come out even.
 * @param totalSeconds a multiple of the step
 * @returns seconds, which add up to the total
 */
export function shareOut(totalSeconds: number, count: number, stepSeconds: number): number[] {
  const steps = totalSeconds / stepSeconds;
  const [each, more] = [Math.floor(steps / count), steps % count];
  return Array.from({ length: count }, (_, index) => (each + (index < more ? 1 : 0)) * stepSeconds);
}
