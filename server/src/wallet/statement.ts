/** GET /wallet/statements/{date} */
import { type getStatement, hoursFromSeconds, isDay } from '@timebank/contract';
import type { Handler } from '../http/handler.ts';
import { refusal } from '../refusal.ts';
import { closeAllDays, lastFinalDay } from './close-days.ts';
import { selectFrozenStatement, selectStatementDay } from './queries.ts';

export const getStatementHandler: Handler<typeof getStatement> = async ({ params, caller }, deps) => {
  const { database, clock } = deps;
  const date = params.date ?? '';
  if (!isDay(date)) {
    const message = 'date must be a day such as 2026-11-20.';
    throw refusal('invalid_request', message, [{ field: 'date', code: 'invalid_date', message }]);
  }
  const now = clock.now();
  if (date > now.toISOString().slice(0, 10)) throw refusal('statement_not_found', 'This day has not begun yet.');
  const final = date <= lastFinalDay(now);
  const { communityId, partnerId } = caller;
  let [row] = final ? await selectFrozenStatement(database.reads, communityId, partnerId, date) : [];
  if (final && !row) {
    await closeAllDays(database, clock, communityId, partnerId, date);
    deps.wakeWorker();
  }
  // Days before the partner existed are final without a row: nothing can have been booked on them.
  row ??= (await selectStatementDay(database.heavy, communityId, partnerId, date))[0];
  if (!row) throw new Error('a sum without a row');
  return {
    status: 200,
    body: {
      data: {
        date,
        status: final ? 'final' : 'open',
        opening_hours: hoursFromSeconds(row.opening_seconds),
        credits: { count: row.credits_count, hours: hoursFromSeconds(row.credits_seconds) },
        reversals: { count: row.reversals_count, hours: hoursFromSeconds(row.reversals_seconds) },
        closing_hours: hoursFromSeconds(row.opening_seconds + row.credits_seconds - row.reversals_seconds),
      },
    },
  };
};
