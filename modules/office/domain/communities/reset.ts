/**
 * Resetting a sandbox: everything but partners, with their secrets, keys and subscriptions, and the log of what was
 * done, goes, also what is append-only in a live community; then it is filled as when it was new (docs/decisions/sandbox.md).
 */

import { setTimeout as delay } from 'node:timers/promises';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { dayOf } from '../../../../core/base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { lockCommunity } from '../../../../core/communities/queries.ts';
import { sqlState } from '../../../../core/database/connection.ts';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import { listingEvent, memberEvent } from '../../../../core/people/members/events.ts';
import { selectSeers } from '../../../../core/people/members/queries.ts';
import { fillSandboxIn } from './fill.ts';
import {
  countReset,
  deleteMessages,
  deleteSandboxRows,
  emptyAccounts,
  forgetMissedEvents,
  lockAllAccounts,
  lockAllSubscriptions,
  selectActiveListingsOf,
  selectActiveMembersAfter,
} from './reset-queries.ts';

const MEMBERS_AT_ONCE = 1000;
/** Rows of one statement: it stays below the time limit. */
const ROWS_AT_ONCE = 10_000;
const ATTEMPTS_MAX = 6;

/** Deadlock, serialization failure, and a row added meanwhile to what is deleted: run again. */
const AGAIN = new Set(['40P01', '40001', '23503', '23505']);

/** In this order: what names other rows goes before them. */
const TABLES: readonly string[] = [
  'booked_references',
  'bank_line_files',
  'bank_lines',
  'bank_statements',
  'bank_files',
  'payer_choices',
  'comparison_lines',
  'explained_transfers',
  'statement_comparisons',
  'statements',
  'credit_days',
  'exchange_days',
  'activity_counts',
  'event_queue',
  'deliveries',
  'events',
  'import_rows',
  'imports',
  'transfer_external_ids',
  'transfers',
  'listings',
  'member_partner_visibility',
  'member_words',
  'member_grams',
  'accounts',
  'members',
  'categories',
  'snapshots',
  'used_proofs',
];

/**
 * All of it or nothing. Partners hear of the members and listings that go, and of those that come.
 * @throws refusal state_conflict for a live community, and nothing happens
 */
export async function resetSandbox(deps: ChangeDeps, act: CommunityAct): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change(deps, act, (within) => resetIn(within, deps, act.communityId));
    } catch (error) {
      if (!AGAIN.has(sqlState(error) ?? '') || attempt >= ATTEMPTS_MAX) throw error;
      await delay(Math.random() * 5 * 2 ** attempt);
    }
  }
}

async function resetIn(within: Change, { clock }: ChangeDeps, communityId: number): Promise<void> {
  const { transaction, at, audit } = within;
  const [community] = await lockCommunity(transaction, { communityId });
  if (community?.kind !== 'sandbox') {
    const whose = community ? `${community.slug} is a live community` : 'there is no such community';
    throw consoleConflict('no_sandbox', `Only a sandbox can be reset; ${whose}.`);
  }
  await lockAllAccounts(transaction, { communityId });
  await lockAllSubscriptions(transaction, { communityId });
  await announceDepartures(within, communityId);
  for (const table of TABLES) await emptyTable(within, communityId, table);
  await deleteMessages(transaction, { communityId });
  await emptyAccounts(transaction, { communityId, today: dayOf(at) });
  await forgetMissedEvents(transaction, { communityId });
  await countReset(transaction, { communityId });
  await fillSandboxIn(within, clock, communityId);
  audit('community.reset', `community:${communityId}`);
}

async function emptyTable({ transaction }: Change, communityId: number, table: string): Promise<void> {
  for (;;) {
    const [row] = await deleteSandboxRows(transaction, { communityId, table, limit: ROWS_AT_ONCE });
    if (!row || row.deleted === 0) return;
  }
}

/** To those that see the members now; nobody could be asked later. They are written when everything else is. */
async function announceDepartures({ transaction, emit }: Change, communityId: number): Promise<void> {
  let members: { id: string }[];
  let after = FIRST_ID;
  do {
    members = await selectActiveMembersAfter(transaction, { communityId, afterId: after, limit: MEMBERS_AT_ONCE });
    const ids = members.map(({ id }) => id);
    const seers = await selectSeers(transaction, { communityId, memberIds: ids });
    const audiences = new Map(seers.map(({ memberId, partnerIds }) => [memberId, partnerIds]));
    for (const { id, memberId } of await selectActiveListingsOf(transaction, { communityId, memberIds: ids })) {
      const audience = audiences.get(memberId);
      if (audience?.length) emit(listingEvent(id, memberId, 'listing.closed', audience));
    }
    for (const id of ids) {
      const audience = audiences.get(id);
      if (audience?.length) emit(memberEvent(id, 'user.deactivated', audience));
    }
    after = ids.at(-1) ?? after;
  } while (members.length === MEMBERS_AT_ONCE);
}
