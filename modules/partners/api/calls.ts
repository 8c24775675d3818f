/** GET /communities/{slug}/calls and /calls/series */
import { decodeId, encodeId, hoursFromSeconds, OPERATIONS } from '@timebank/contract';
import type { ConsoleHandler } from '../../../console/desk/call.ts';
import { readNumber } from '../../../console/desk/numbers.ts';
import { COUNT_LIMIT, counted, sortedBy, sortedPageOf } from '../../../console/desk/sorted.ts';
import { type CallRow, countCalls, selectCallCounts, selectCallPage } from '../../../core/access/call-queries.ts';
import { shownAs } from '../../../core/base/fields/fields.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { DAY_MS, HOUR_MS } from '../../../core/base/time.ts';
import { openPage } from '../../../core/http/paging.ts';
import { type getCallSeries, LoggedCall, listCalls } from '../contract/calls.ts';

const STEPS = {
  hour: { ms: HOUR_MS, defaultMs: DAY_MS, longestMs: 31 * DAY_MS },
  day: { ms: DAY_MS, defaultMs: 30 * DAY_MS, longestMs: 400 * DAY_MS },
} as const;
const POINTS_MAX = 50_000;

const operations = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

export const listCallsHandler: ConsoleHandler<typeof listCalls> = async (call, deps) => {
  const page = openPage(call, deps, listCalls);
  const { partner_id, member_id, operation, status, error, cause, request_id, since, before } = call.query;
  const { reference, sort = '-time' } = call.query;
  const { communityId } = call.membership;
  const { heavy } = deps.database;
  const partnerId = readNumber(partner_id);
  const memberId = member_id === undefined ? undefined : decodeId('usr', member_id);
  // A malformed id is an unknown id, which has no calls.
  if ((partner_id !== undefined && partnerId === undefined) || (member_id !== undefined && memberId === undefined))
    return counted(sortedPageOf(page, [], present), 0);
  const filters = {
    partnerId,
    operation,
    success: status === '2xx' ? 2 : undefined,
    errorClass: status === '4xx' ? 4 : status === '5xx' ? 5 : undefined,
    anyError: status === 'error' ? 400 : undefined,
    error,
    cause,
    requestId: request_id,
    memberId,
    reference,
    since,
    before,
  };
  const [rows, counts] = await Promise.all([
    selectCallPage(heavy, { communityId, ...sortedBy(sort, page), ...filters }),
    page.after === undefined ? countCalls(heavy, { communityId, limit: COUNT_LIMIT, ...filters }) : [],
  ]);
  return counted(sortedPageOf(page, rows, present), counts[0]?.count);
};

function present(row: CallRow): LoggedCall {
  const operation = operations.get(row.operation);
  return {
    ...shownAs(LoggedCall, row),
    partner: { id: row.partnerId, name: row.partnerName },
    method: operation?.method ?? '',
    path: operation?.path ?? '',
    cause: row.cause as LoggedCall['cause'],
    latency_ms: Math.round(row.latencyUs / 10) / 100,
    member: row.memberId === null ? null : { id: encodeId('usr', row.memberId), name: row.memberName ?? '' },
    hours: row.amountSeconds === null ? null : hoursFromSeconds(row.amountSeconds),
    items: row.itemCount,
  };
}

export const getCallSeriesHandler: ConsoleHandler<typeof getCallSeries> = async (call, { database, clock }) => {
  const { step = 'hour', partner_id, since, before } = call.query;
  const { ms, defaultMs, longestMs } = STEPS[step];
  const end = Math.ceil((before ?? clock.now()).getTime() / ms) * ms;
  const start = Math.floor((since?.getTime() ?? end - defaultMs) / ms) * ms;
  if (start >= end || end - start > longestMs) {
    const message = `since must lie before before, at most ${longestMs / DAY_MS} days.`;
    throw refusal('invalid_request', message, [{ field: 'since', code: 'out_of_range', message }]);
  }
  // An unknown partner has no points.
  const partnerId = partner_id === undefined ? null : (readNumber(partner_id) ?? 0);
  const [from, until] = [new Date(start), new Date(end)];
  const rows = await selectCallCounts(database.heavy, {
    communityId: call.membership.communityId,
    since: from,
    before: until,
    step,
    partnerId,
    limit: POINTS_MAX,
  });
  return {
    data: {
      step,
      since: from.toISOString(),
      before: until.toISOString(),
      points: rows.map((row) => ({
        at: row.at.toISOString(),
        partner_id: row.partnerId,
        calls: row.calls,
        client_errors: row.clientErrors,
        server_errors: row.serverErrors,
        mean_latency_ms: row.calls === 0 ? 0 : Math.round(row.latencyUs / row.calls / 10) / 100,
      })),
    },
  };
};
