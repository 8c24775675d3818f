/** The common acts of the wallet's tests: credit, reverse, read a balance, hold a lock. */
import assert from 'node:assert/strict';
import pg from 'pg';
import type { TestResponse } from './call.ts';
import type { TestPartner, TestService } from './harness.ts';
import { waitUntil } from './wait-until.ts';

let lastReference = 0;

/** A reference no other call has been given. */
export const newReference = () => `ASR-${++lastReference}`;

/** Credits a member; asserts nothing. */
export function credit(
  service: TestService,
  token: string,
  userId: string,
  hours: number,
  reference = newReference(),
): Promise<TestResponse> {
  return service.call('POST', '/wallet/credit', { token, json: { user_id: userId, hours, reference } });
}

/** Credits a member and returns the credit. */
export async function credited(
  service: TestService,
  token: string,
  userId: string,
  hours: number,
  reference = newReference(),
): Promise<{ id: string; reference: string; created_at: string; booked_on: string }> {
  const { status, body } = await credit(service, token, userId, hours, reference);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

/** The entry of one transfer in `POST /wallet/credits`. */
export const creditBody = (userId: string, hours: number, reference = newReference()) => ({
  user_id: userId,
  hours,
  reference,
});

/** Credits many at once; asserts nothing. */
export function sendCredits(service: TestService, token: string, credits: unknown): Promise<TestResponse> {
  return service.call('POST', '/wallet/credits', { token, json: { credits } });
}

/** Credits with every field that is given; asserts nothing. */
export function creditWith(service: TestService, token: string, json: object): Promise<TestResponse> {
  return service.call('POST', '/wallet/credit', { token, json: { reference: newReference(), hours: 1, ...json } });
}

export function reverse(
  service: TestService,
  token: string,
  creditId: string,
  reference = newReference(),
): Promise<TestResponse> {
  return service.call('POST', `/wallet/credits/${creditId}/reversal`, { token, json: { reference } });
}

/** Statuses and how often each came. */
export function tally(responses: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export interface HeldLock {
  /** Resolves when this many statements wait for a lock. */
  waitedForBy(count: number): Promise<void>;
  release(): Promise<void>;
}

/** Resolves when this many statements wait for a lock, of any transaction. */
export async function lockWaitedForBy(service: TestService, count: number): Promise<void> {
  await waitUntil(`${count} statements wait`, async () => {
    const [row] = await service.ownerQuery<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (row?.waiting ?? 0) >= count;
  });
}

/** Runs a locking statement on a connection of its own and keeps its transaction open. */
export async function holdLock(service: TestService, sql: string, values: readonly unknown[] = []): Promise<HeldLock> {
  const client = new pg.Client(service.testDatabase.ownerConnection);
  await client.connect();
  await client.query('begin');
  await client.query(sql, [...values]);
  return {
    waitedForBy: (count) => lockWaitedForBy(service, count),
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** The row that all bookings of a partner lock first. */
export function holdSettlement(service: TestService, { communityId, partnerId }: TestPartner): Promise<HeldLock> {
  const sql = 'select from accounts where community_id = $1 and partner_id = $2 for no key update';
  return holdLock(service, sql, [communityId, partnerId]);
}
