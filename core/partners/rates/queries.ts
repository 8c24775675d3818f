import { query, write } from '../../database/query.ts';

const COLUMNS = `currency, numerator::text as numerator, denominator::text as denominator,
     valid_from as "validFrom", partner_id is not null as own`;

/**
 * The community's rates, and those of the partner, if one is asked for. `numerator`: whole numbers of any length.
 * `validFrom`: `YYYY-MM-DD`; null: every day.
 */
export const selectExchangeRates = query(
  'select_exchange_rates',
  `select ${COLUMNS} from exchange_rates
   where community_id = $communityId and (partner_id is null or partner_id = $partnerId?)
   order by currency, valid_from nulls first, partner_id nulls first`,
);

/** Takes out what an agreement of one side ends: the currency's rate of that day, without one all of its rates. */
export const deleteExchangeRates = write(
  'delete_exchange_rates',
  `delete from exchange_rates
   where community_id = $communityId and partner_id is not distinct from $partnerId and currency = $currency
     and ($validFrom::date is null or valid_from = $validFrom::date)`,
);

export const insertExchangeRate = write(
  'insert_exchange_rate',
  `insert into exchange_rates
     (community_id, partner_id, currency, numerator, denominator, valid_from, created_at, recorded_by)
   values ($communityId, $partnerId, $currency, $numerator, $denominator, $validFrom, $at, $recordedBy)`,
);
