/** /communities/{slug}/exchanges: list, record once, correct. */
import { decodeId, EXCHANGE_FIELDS, hoursFromSeconds } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import {
  COUNT_LIMIT,
  COUNT_MAX,
  containing,
  counted,
  sortedBy,
  sortedPageOf,
} from '../../../../console/desk/sorted.ts';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { isUuid } from '../../../../core/base/ids.ts';
import { Refusal, refusal } from '../../../../core/base/refusal.ts';
import { sqlState } from '../../../../core/database/connection.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { openPage } from '../../../../core/http/paging.ts';
import { NO_SUCH_ID } from '../../../../core/ledger/refuse.ts';
import { findCategories } from '../../../../core/people/categories/names.ts';
import {
  type correctExchange,
  type listExchangeRecorders,
  listExchanges,
  type recordExchange,
} from '../../contract/exchanges.ts';
import { selectAccountOfMember, selectSharedAccounts } from '../../domain/account-queries.ts';
import {
  countExchanges,
  type ExchangeSums,
  selectExchangeByKey,
  selectExchangePage,
  selectRecorders,
  sumExchanges,
} from '../../domain/exchanges/console-queries.ts';
import { reverseExchange } from '../../domain/exchanges/correct.ts';
import { postExchange } from '../../domain/exchanges/record.ts';
import { selectMembersByIds } from '../../domain/members/console-queries.ts';
import { presentExchange, readExchange } from './present.ts';
import { recordingMember } from './recorder.ts';

const RECORDERS_MAX = 500;

export const listExchangesHandler: CommunityHandler<typeof listExchanges> = async (call, deps) => {
  const page = openPage(call, deps, listExchanges);
  const { communityId } = call.membership;
  const { heavy } = deps.database;
  const filters = await filtersOf(heavy, communityId, call.query);
  const { from, to, ...others } = filters;
  const isOfDays = Object.values(others).every((value) => value === undefined);
  const count = () =>
    isOfDays
      ? sumExchanges(heavy, { communityId, from, to })
      : countExchanges(heavy, { communityId, limit: COUNT_LIMIT, ...filters });
  const [rows, counts] = await Promise.all([
    selectExchangePage(heavy, { communityId, ...sortedBy(call.query.sort ?? '-recorded', page), ...filters }),
    page.after === undefined ? count() : [],
  ]);
  const [all] = counts;
  const countMax = isOfDays ? Number.POSITIVE_INFINITY : COUNT_MAX;
  return counted(sortedPageOf(page, rows, presentExchange), all?.count, { countMax, sums: all && sumsOf(all) });
};

const sumsOf = ({ seconds, reversed, reversedSeconds, gifts, giftSeconds }: ExchangeSums) => ({
  ...{ hours: hoursFromSeconds(seconds), reversed, reversed_hours: hoursFromSeconds(reversedSeconds) },
  ...{ gifts, gift_hours: hoursFromSeconds(giftSeconds) },
});

/** @throws refusal validation_failed for a time that cannot be read */
async function filtersOf(
  on: Queryable,
  communityId: number,
  query: Parameters<typeof listExchangesHandler>[0]['query'],
) {
  const { kind, member, from, to, corrected, note, category, slip, recorded_by: recordedBy } = query;
  const { time_from: timeFrom, time_to: timeTo } = query;
  return {
    ...{ kind, from, to, recordedBy, note: note === undefined ? undefined : containing(note) },
    minSeconds: timeFrom
      ? readFields({ time_from: timeFrom }, { time_from: EXCHANGE_FIELDS.time }).time_from
      : undefined,
    maxSeconds: timeTo ? readFields({ time_to: timeTo }, { time_to: EXCHANGE_FIELDS.time }).time_to : undefined,
    accountId: member === undefined ? undefined : await accountOf(on, communityId, member),
    categoryId: category === undefined ? undefined : await categoryOf(on, communityId, category),
    slipId: slip === undefined ? undefined : isUuid(slip.toLowerCase()) ? slip.toLowerCase() : NO_SUCH_ID,
    isCorrected: corrected === undefined ? undefined : corrected === 'yes',
  };
}

/** A number that no category has where the list lacks the name. */
async function categoryOf(on: Queryable, communityId: number, name: string): Promise<number> {
  return (await findCategories(on, communityId, [name])).get(name)?.id ?? 0;
}

export const listExchangeRecordersHandler: CommunityHandler<typeof listExchangeRecorders> = async (call, deps) => {
  const { communityId } = call.membership;
  const rows = await selectRecorders(deps.database.heavy, { communityId, limit: RECORDERS_MAX });
  const memberIds = rows.flatMap(({ recordedBy }) => recordingMember(recordedBy) ?? []);
  const members = await selectMembersByIds(deps.database.heavy, { communityId, memberIds });
  const nameOf = (recordedBy: string) => members.find(({ id }) => id === recordingMember(recordedBy))?.name ?? null;
  return {
    data: rows.map(({ recordedBy, name }) => ({ recorded_by: recordedBy, name: name ?? nameOf(recordedBy) })),
    meta: { per_page: RECORDERS_MAX, has_more: false, next_cursor: null },
  };
};

/** An account that does not exist where there is no such member. */
async function accountOf(on: Queryable, communityId: number, member: string): Promise<number> {
  const memberId = decodeId('usr', member);
  if (memberId !== undefined) return (await selectAccountOfMember(on, { communityId, memberId }))[0]?.id ?? 0;
  const shared = await selectSharedAccounts(on, { communityId });
  return shared.find(({ id, kind }) => member === (kind === 'chest' ? kind : `account:${id}`))?.id ?? 0;
}

export const recordExchangeHandler: CommunityHandler<typeof recordExchange> = async (call, deps) => {
  const { communityId, actor: recordedBy, ...from } = actOf(call);
  const { key, kind, provider, receiver, time, service_date, listing, category, note, corrects, reason } = call.body;
  const externalId = `console:${key.toLowerCase()}`;
  const recorded = () => selectExchangeByKey(deps.database.reads, { communityId, externalId });
  const [before] = await recorded();
  if (before) return { data: presentExchange(before) };
  const exchange = {
    communityId,
    kind,
    provider,
    receiver,
    time,
    recordedBy,
    from,
    externalId,
    category,
    serviceDate: service_date,
    listing: listing || null,
    note: note ?? null,
    corrects,
    reason,
  };
  try {
    const { id } = await postExchange(deps.database, deps.clock, exchange);
    return { data: await readExchange(deps.database.reads, communityId, id) };
  } catch (error) {
    // Two requests with the same entry ran at once: the second finds its key, or the reversal that it was to make.
    const isSecond = sqlState(error) === '23505' || refusal.is(error, 'already_reversed');
    const [row] = isSecond ? await recorded() : [];
    if (row) return { data: presentExchange(row) };
    throw atTheTime(error);
  }
};

export const correctExchangeHandler: CommunityHandler<typeof correctExchange> = async (call, deps) => {
  const { communityId, actor: recordedBy, ...from } = actOf(call);
  const exchangeId = call.params.exchangeId;
  const correction = { communityId, exchangeId, recordedBy, from, reason: call.body.reason };
  await reverseExchange(deps.database, deps.clock, correction);
  return { data: await readExchange(deps.database.reads, communityId, exchangeId.toLowerCase()) };
};

/** Names the field of the form: the ledger checks hours, and the form takes them as a time. */
function atTheTime(error: unknown): unknown {
  if (!(error instanceof Refusal) || !error.fields) return error;
  const fields = error.fields.map((fault) => (fault.field === 'hours' ? { ...fault, field: 'time' } : fault));
  return error.at(fields);
}
