/** Exchange rates as agreed: with a partner, or by the community for all that have agreed on nothing else. */
import type { FieldError } from '@timebank/contract';
import { refusal } from '../../base/refusal.ts';
import { dayOf } from '../../base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../change/change.ts';
import { lockCommunity } from '../../communities/queries.ts';
import type { Queryable } from '../../database/query.ts';
import { lockPartner } from '../queries.ts';
import { deleteExchangeRates, insertExchangeRate, selectExchangeRates } from './queries.ts';
import { type AgreedRate, parseRate, type Rate, rateOn, ratesThatHold, writeRate } from './rate.ts';

/** Whose rates, and who acts; without a partner: the community's. */
export interface RatesAct extends CommunityAct {
  readonly partnerId: number | null;
}

export interface RateChanges {
  /** Hours per unit by currency: `{EUR: '1/20'}` or `{EUR: '0.05'}`; null takes a currency out. */
  readonly hoursPerUnit: Readonly<Record<string, string | null>>;
  /** The first day, `YYYY-MM-DD`; null: every day, in place of all other rates of the currency. */
  readonly from: string | null;
}

/** Days outside of this are slips of the hand. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2199-12-31'];

/**
 * The rates that hold for a partner, past and later ones too, by currency and day; without a partner the community's.
 * `rateOn` finds the one of a day, `ratesFrom` the present and later ones.
 */
export async function ratesOf(on: Queryable, communityId: number, partnerId: number | null): Promise<AgreedRate[]> {
  const rows = await selectExchangeRates(on, { communityId, partnerId });
  return ratesThatHold(
    rows.map(({ numerator, denominator, ...row }) => ({
      ...row,
      numerator: BigInt(numerator),
      denominator: BigInt(denominator),
    })),
  );
}

/**
 * Agrees on rates, or takes them out. With a day, a rate holds from then on until the next one that is agreed.
 * @param allow throws where a rate may not become the other
 * @throws refusal validation_failed naming every currency at fault, not_found
 */
export async function changeRates(
  deps: ChangeDeps,
  act: RatesAct,
  { hoursPerUnit, from }: RateChanges,
  allow: (before: Rate | null, after: Rate | null) => void = () => {},
): Promise<void> {
  const { communityId, partnerId } = act;
  const rates = readRates(hoursPerUnit, from);
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    const [found] =
      partnerId === null
        ? await lockCommunity(transaction, { communityId })
        : await lockPartner(transaction, { communityId, partnerId });
    if (!found)
      throw refusal('not_found', partnerId === null ? 'There is no such community.' : 'There is no such partner.');
    const before = await ownRates(within, act);
    const held = await ratesOf(transaction, communityId, partnerId);
    const day = from ?? dayOf(at);
    for (const [currency, rate] of rates) allow(rateOn(held, currency, day) ?? null, rate);
    for (const [currency, rate] of rates) await changeRateIn(within, act, currency, rate, from);
    const subject = partnerId === null ? `community:${communityId}` : `partner:${partnerId}`;
    const details = { before: { hours_per_unit: before }, after: { hours_per_unit: await ownRates(within, act) } };
    audit(partnerId === null ? 'community.rates_changed' : 'partner.rates_changed', subject, details);
  });
}

async function changeRateIn(
  { transaction, at }: Change,
  { communityId, partnerId, actor }: RatesAct,
  currency: string,
  rate: Rate | null,
  validFrom: string | null,
): Promise<void> {
  await deleteExchangeRates(transaction, { communityId, partnerId, currency, validFrom });
  if (rate === null) return;
  const [numerator, denominator] = [String(rate.numerator), String(rate.denominator)];
  const when = { validFrom, at, recordedBy: actor };
  await insertExchangeRate(transaction, { communityId, partnerId, currency, numerator, denominator, ...when });
}

/** The rates of one side, for the audit log: `["EUR 1/20", "EUR 1/25 from 2027-01-01"]`. */
async function ownRates({ transaction }: Change, { communityId, partnerId }: RatesAct): Promise<string[]> {
  const rates = await ratesOf(transaction, communityId, partnerId);
  return rates
    .filter(({ own }) => own === (partnerId !== null))
    .map((rate) => `${rate.currency} ${writeRate(rate)}${rate.validFrom === null ? '' : ` from ${rate.validFrom}`}`);
}

function readRates(hoursPerUnit: RateChanges['hoursPerUnit'], from: string | null): [string, Rate | null][] {
  const faults: FieldError[] = [];
  if (from !== null && (from < FIRST_DAY || from > LAST_DAY)) {
    const message = `from must be a day from ${FIRST_DAY} to ${LAST_DAY}.`;
    faults.push({ field: 'from', code: 'invalid_date', message });
  }
  const rates = Object.entries(hoursPerUnit).map(([currency, text]): [string, Rate | null] => {
    const rate = text === null ? null : parseRate(text);
    if (!/^[A-Z]{3}$/.test(currency) || rate === undefined) {
      const message = `"${currency}=${text}" is no rate; it must be a currency and hours per unit, such as EUR=1/20.`;
      faults.push({ field: 'hours_per_unit', code: 'invalid_rate', message });
    }
    return [currency, rate ?? null];
  });
  if (faults.length === 0) return rates;
  throw refusal('validation_failed', faults.map(({ message }) => message).join(' '), faults);
}
