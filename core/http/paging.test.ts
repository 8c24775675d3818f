import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@timebank/contract';
import { createListingsIn, type NewListing } from '../../modules/members/domain/listings/create.ts';
import type { TestResponse } from '../../test-support/call.ts';
import { testChange } from '../../test-support/changes.ts';
import { testService } from '../../test-support/harness.ts';
import { credited } from '../../test-support/wallet.ts';
import { distributeAll } from '../events/delivery/distribute.ts';

const COUNT = 6;
const LISTS = OPERATIONS.filter(({ query }) => 'per_page' in query);

/** Six of everything; of events and deliveries what follows from it. */
const service = await testService();
const { database, clock } = service.deps;
const partner = await service.createPartner();
const { communityId } = partner;
const token = await service.token(partner);
const member = await service.createMember(partner);
const listing: NewListing = {
  ...{ externalId: null, memberId: member.uuid, type: 'service', title: 'Bread', description: '', category: 'food' },
  ...{ estimatedSeconds: null, status: 'active', createdAt: clock.now() },
};
const listings = Array.from({ length: COUNT }, () => listing);
await testChange(service.deps, communityId, (within) => createListingsIn(within, communityId, listings));
let subscription = '';
for (let at = 0; at < COUNT; at++) {
  if (at > 0) await service.createMember(partner);
  await credited(service, token, member.id, 1);
  const json = { event_types: ['*'], target_url: 'https://bank.example/hooks' };
  const { body } = await service.call('POST', '/webhooks/subscriptions', { token, json });
  subscription = body.data.id;
}
await distributeAll(database, clock.now());
/** The path of every list, filled. */
const paths: Readonly<Record<string, string>> = {
  listUsers: '/users',
  listListings: '/listings',
  listCredits: '/wallet/credits',
  listEvents: '/events',
  listSubscriptions: '/webhooks/subscriptions',
  listDeliveries: `/webhooks/subscriptions/${subscription}/deliveries`,
};

const idsOf = ({ body }: TestResponse): string[] => body.data.map(({ id }: { id: string }) => id);

test('every list of the contract is read here', () => {
  assert.deepEqual(Object.keys(paths).sort(), LISTS.map(({ id }) => id).sort());
});

test('limit, page and offset are accepted, and the published document tells only of per_page and cursor', async () => {
  const document = await service.call('GET', '/openapi.json');
  const names = Object.values<Record<string, { parameters?: readonly { name: string }[] }>>(document.body.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ parameters = [] }) => parameters.map(({ name }) => name));
  assert.deepEqual(
    ['per_page', 'cursor', 'limit', 'page', 'offset'].map((name) => names.filter((other) => other === name).length),
    [LISTS.length, LISTS.length, 0, 0, 0],
  );
  for (const { id } of LISTS) {
    for (const query of [{ limit: '2' }, { per_page: '2', page: '1' }, { per_page: '2', offset: '0' }]) {
      const { status, body, text } = await service.call('GET', paths[id] ?? '', { token, query });
      assert.deepEqual([status, body.meta?.per_page], [200, 2], text);
    }
  }
});

for (const { id } of LISTS) {
  const page = async (query: Record<string, string>) => {
    const response = await service.call('GET', paths[id] ?? '', { token, query });
    assert.equal(response.status, 200, response.text);
    return response;
  };

  test(`${id}: the last page says that it is the last, also when it is exactly full`, async () => {
    const all = idsOf(await page({ per_page: '500' }));
    assert.ok(all.length >= COUNT, `${all.length}`);
    // Every size that leaves exactly a full page at the end, and its two neighbours, which leave one more or less.
    const sizes = Array.from({ length: all.length }, (_, at) => at + 1).filter((size) => all.length % size === 0);
    for (const size of [...sizes, all.length - 1, all.length + 1]) {
      const seen: string[] = [];
      for (let number = 1, cursor: string | null = ''; cursor !== null; number++) {
        const response = await page({ per_page: String(size), ...(cursor === '' ? {} : { cursor }) });
        seen.push(...idsOf(response));
        const isLast = number >= Math.ceil(all.length / size);
        const about = `page ${number} of ${all.length} by ${size}`;
        assert.equal(response.body.meta.has_more, !isLast, about);
        assert.equal(response.body.meta.next_cursor === null, isLast, about);
        assert.equal(response.headers.has('link'), !isLast, about);
        cursor = response.body.meta.next_cursor;
      }
      assert.deepEqual(seen, all);
    }
  });
}
