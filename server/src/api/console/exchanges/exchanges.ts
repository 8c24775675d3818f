/** /communities/{slug}/exchanges: list, record once, correct. */
import { decodeId, encodeId, hoursFromSeconds } from '@timebank/contract';
import { type correctExchange, type Exchange, listExchanges, type recordExchange } from '@timebank/contract/console';
import { selectAccountOfMember } from '../../../domain/accounts/queries.ts';
import {
  countExchanges,
  type ExchangeRow,
  selectExchange,
  selectExchangeByKey,
  selectExchangePage,
  sumExchanges,
} from '../../../domain/exchanges/console-queries.ts';
import { reverseExchange } from '../../../domain/exchanges/correct.ts';
import { postExchange } from '../../../domain/exchanges/record.ts';
import { Refusal, refusal } from '../../../platform/base/refusal.ts';
import { sqlState } from '../../../platform/database/connection.ts';
import type { Queryable } from '../../../platform/database/query.ts';
import { openPage } from '../../http/paging.ts';
import { actOf, type CommunityHandler } from '../access/call.ts';
import { COUNT_LIMIT, COUNT_MAX, containing, counted, sortedBy, sortedPageOf } from '../access/sorted.ts';

export const listExchangesHandler: CommunityHandler<typeof listExchanges> = async (call, deps) => {
  const page = openPage(call, deps, listExchanges);
  const { kind, member, from, to, corrected, note, sort = '-recorded' } = call.query;
  const { communityId } = call.membership;
  const { heavy } = deps.database;
  const filters = {
    ...{ kind, from, to, note: note === undefined ? undefined : containing(note) },
    accountId: member === undefined ? undefined : await accountOf(heavy, communityId, member),
    isCorrected: corrected === undefined ? undefined : corrected === 'yes',
  };
  const isOfDays = filters.note === undefined && filters.accountId === undefined && filters.isCorrected === undefined;
  const count = () =>
    isOfDays
      ? sumExchanges(heavy, { communityId, from, to })
      : countExchanges(heavy, { communityId, limit: COUNT_LIMIT, ...filters });
  const [rows, counts] = await Promise.all([
    selectExchangePage(heavy, { communityId, ...sortedBy(sort, page), ...filters }),
    page.after === undefined ? count() : [],
  ]);
  const [all] = counts;
  const sums = all && { hours: hoursFromSeconds(all.seconds), reversed: all.reversed };
  const countMax = isOfDays ? Number.POSITIVE_INFINITY : COUNT_MAX;
  return counted(sortedPageOf(page, rows, present), all?.count, { countMax, sums });
};

/** An account that does not exist where there is no such member. */
async function accountOf(on: Queryable, communityId: number, member: string): Promise<number> {
  const memberId = decodeId('usr', member);
  const [account] = memberId === undefined ? [] : await selectAccountOfMember(on, { communityId, memberId });
  return account?.id ?? 0;
}

export const recordExchangeHandler: CommunityHandler<typeof recordExchange> = async (call, deps) => {
  const { communityId, actor: recordedBy } = actOf(call);
  const { key, kind, provider, receiver, time, service_date, listing, note } = call.body;
  const externalId = `console:${key.toLowerCase()}`;
  const recorded = () => selectExchangeByKey(deps.database.reads, { communityId, externalId });
  const [before] = await recorded();
  if (before) return { data: present(before) };
  const exchange = {
    communityId,
    kind,
    provider,
    receiver,
    time,
    recordedBy,
    externalId,
    serviceDate: service_date,
    listing: listing || null,
    note: note ?? null,
  };
  try {
    const { id } = await postExchange(deps.database, deps.clock, exchange);
    return { data: await read(deps.database.reads, communityId, id) };
  } catch (error) {
    // Two requests with the same entry ran at once.
    const [row] = sqlState(error) === '23505' ? await recorded() : [];
    if (row) return { data: present(row) };
    throw atTheTime(error);
  }
};

export const correctExchangeHandler: CommunityHandler<typeof correctExchange> = async (call, deps) => {
  const { communityId, actor: recordedBy } = actOf(call);
  const exchangeId = call.params.exchangeId;
  await reverseExchange(deps.database, deps.clock, { communityId, exchangeId, recordedBy, reason: call.body.reason });
  return { data: await read(deps.database.reads, communityId, exchangeId.toLowerCase()) };
};

/** Names the field of the form: the ledger checks hours, and the form takes them as a time. */
function atTheTime(error: unknown): unknown {
  if (!(error instanceof Refusal) || !error.fields) return error;
  const fields = error.fields.map((fault) => (fault.field === 'hours' ? { ...fault, field: 'time' } : fault));
  return new Refusal(error.code, error.message, fields);
}

async function read(on: Queryable, communityId: number, id: string): Promise<Exchange> {
  const [row] = await selectExchange(on, { communityId, id });
  if (!row) throw refusal('not_found', 'No exchange has this id.');
  return present(row);
}

function present(row: ExchangeRow): Exchange {
  return {
    id: row.id,
    kind: row.kind,
    provider: party(row.providerKind, row.providerAccountId, row.providerMemberId, row.providerName),
    receiver: party(row.receiverKind, row.receiverAccountId, row.receiverMemberId, row.receiverName),
    hours: hoursFromSeconds(row.amountSeconds),
    service_date: row.serviceDate,
    note: row.note,
    recorded_by: row.recordedBy,
    created_at: row.createdAt.toISOString(),
    correction:
      row.correctionId === null || !row.correctedAt
        ? null
        : {
            id: row.correctionId,
            reason: row.correctionReason,
            created_at: row.correctedAt.toISOString(),
            recorded_by: row.correctedBy ?? '',
          },
  };
}

function party(kind: Exchange['provider']['kind'], accountId: number, memberId: string | null, name: string | null) {
  const id = memberId !== null ? encodeId('usr', memberId) : kind === 'chest' ? 'chest' : `account:${accountId}`;
  return { kind, id, name };
}
