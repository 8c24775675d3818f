import { query, write } from '../../database/query.ts';

export interface ExchangeRateRow {
  readonly currency: string;
  /** Whole numbers of any length. */
  readonly numerator: string;
  readonly denominator: string;
  /** `YYYY-MM-DD`; null: every day. */
  readonly validFrom: string | null;
  readonly own: boolean;
}

const COLUMNS = `currency, numerator::text as numerator, denominator::text as denominator,
     valid_from as "validFrom", partner_id is not null as own`;

/** The community's rates, and those of the partner, if one is asked for. */
export const selectExchangeRates = query<{ communityId: number; partnerId: number | null }, ExchangeRateRow>(
  'select_exchange_rates',
  `select ${COLUMNS} from exchange_rates
   where community_id = $communityId and (partner_id is null or partner_id = $partnerId)
   order by currency, valid_from nulls first, partner_id nulls first`,
);

/** Takes out what an agreement of one side ends: the currency's rate of that day, without one all of its rates. */
export const deleteExchangeRates = write<{
  communityId: number;
  partnerId: number | null;
  currency: string;
  validFrom: string | null;
}>(
  'delete_exchange_rates',
  `delete from exchange_rates
   where community_id = $communityId and partner_id is not distinct from $partnerId and currency = $currency
     and ($validFrom::date is null or valid_from = $validFrom::date)`,
);

export interface NewExchangeRate {
  communityId: number;
  partnerId: number | null;
  currency: string;
  numerator: string;
  denominator: string;
  validFrom: string | null;
  at: Date;
  recordedBy: string;
}

export const insertExchangeRate = write<NewExchangeRate>(
  'insert_exchange_rate',
  `insert into exchange_rates
     (community_id, partner_id, currency, numerator, denominator, valid_from, created_at, recorded_by)
   values ($communityId, $partnerId, $currency, $numerator, $denominator, $validFrom, $at, $recordedBy)`,
);
