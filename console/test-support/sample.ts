/** A community in which something has happened: partners of every kind, calls, webhooks, credits, names that are long. */

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { startWorker } from '../../core/events/delivery/loop.ts';
import { changeInboxSettings } from '../../modules/bank/domain/inbox/settings.ts';
import { reconcile } from '../../modules/bank/domain/reconcile/reconcile.ts';
import { addOrganisation } from '../../modules/members/domain/accounts.ts';
import { reverseExchange } from '../../modules/members/domain/exchanges/correct.ts';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { addListing } from '../../modules/members/domain/listings/create.ts';
import type { TestCommunity, TestMember, TestPartner, TestService } from '../../test-support/harness.ts';
import { TEST_JOBS } from '../../test-support/modules.ts';
import { startReceiver } from '../../test-support/receiver.ts';
import { createKey, setKeys } from '../../test-support/signing.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { DAY_MS } from '../src/i18n/time.ts';

export const LONG_NAME =
  'Genossenschaftliche Raiffeisen-Volksbank Donau-Mindelheim-Kaufbeuren-Niederösterreich-Süd eGmbH (Abteilung Zahlungsverkehr)';

/** Of the community, named in its settings. */
export const BANK_ACCOUNT = 'DE02120300000000202051';

export interface Sample {
  readonly community: TestCommunity;
  readonly member: TestMember;
  readonly bank: TestPartner;
  readonly longNamed: TestPartner;
  readonly subscriptionId: string;
  /** A subscription whose address does not exist. */
  readonly failingSubscriptionId: string;
  /** A comparison of a bank's statement, with differences. */
  readonly comparisonId: number;
}

const wide = ['users.read', 'users.pii', 'listings.read', 'wallet.read', 'wallet.write', 'webhooks.manage'] as const;

/** Fills a community over the partner API, as partners would. */
export async function fillCommunity(service: TestService, name = 'Riverside Time Bank'): Promise<Sample> {
  const community = await service.createCommunity({ name, slug: `riverside-${randomBytes(3).toString('hex')}` });
  const communityId = community.id;
  const members: TestMember[] = [];
  for (const member of ['Anna Berger', 'Jürgen Weiß', 'Róisín O’Brien', LONG_NAME]) {
    members.push(await service.createMember({ communityId, name: member, email: `${members.length}@example.org` }));
  }
  const [member] = members;
  if (!member) throw new Error('no member');
  const { bank, longNamed } = await createPartners(service, communityId);
  const token = await service.token(bank);
  const subscriptions = await subscribe(service, token);
  await creditAll(service, token, members);
  await makeCalls(service, token, member);
  await deliverAll(service, communityId);
  await fillListings(service, communityId, members);
  const account = { account: BANK_ACCOUNT, accountHolder: 'Riverside Time Bank e.V.' };
  await changeInboxSettings(service.deps, { communityId, actor: 'test' }, account);
  const comparisonId = await compareStatement(service, bank);
  return { community, member, bank, longNamed, ...subscriptions, comparisonId };
}

/** An active partner with keys, one that waits for approval, and one with a long name and a refused sign-in. */
async function createPartners(service: TestService, communityId: number) {
  const bank = await service.createPartner({
    communityId,
    name: 'Harbour Bank',
    scopes: wide,
    rateLimitPerMinute: 600,
  });
  const hall = { communityId, name: 'Town hall', scopes: ['aggregates.read'], status: 'pending' } as const;
  await service.createPartner(hall);
  const longNamed = await service.createPartner({
    communityId,
    name: LONG_NAME,
    scopes: ['users.read', 'wallet.read'],
    allowedAddresses: ['192.0.2.0/24', '2001:db8:0:1::/64', '198.51.100.7/32'],
  });
  const kid = `${LONG_NAME.replaceAll(' ', '-')}-2026`;
  await setKeys(service, bank, { keys: { jwks: { keys: [{ ...(await createKey()).publicJwk, kid }] } } });
  await service.call('POST', '/oauth/token', {
    json: { grant_type: 'client_credentials', client_id: longNamed.clientId, client_secret: `${bank.clientSecret}x` },
  });
  return { bank, longNamed };
}

/** One subscription whose receiver answers, and one whose address does not exist. */
async function subscribe(service: TestService, token: string) {
  const { url } = await startOnce();
  const hook = { token, json: { event_types: ['*'], target_url: url, description: 'Ledger import' } };
  const { body } = await service.call('POST', '/webhooks/subscriptions', hook);
  const failing = await service.call('POST', '/webhooks/subscriptions', {
    token,
    json: {
      event_types: ['wallet.credited', 'statement.ready'],
      target_url: `https://hooks.example.invalid/${'long-path-'.repeat(12)}`,
    },
  });
  return { subscriptionId: body.data.id as string, failingSubscriptionId: failing.body.data.id as string };
}

/** A credit for each member; that of the second is reversed and corrected. */
async function creditAll(service: TestService, token: string, members: readonly TestMember[]) {
  for (const [index, member] of members.entries()) {
    const json = {
      user_id: member.id,
      hours: 1.25 + index,
      reference: `20261120-${1000 + index}`,
      note: 'Spring campaign',
      payment: { amount: '25.00', currency: 'EUR', value_date: '2026-11-20', end_to_end_id: `STANDING-ORDER-${index}` },
    };
    const credit = await service.call('POST', '/wallet/credit', { token, json });
    if (index !== 1) continue;
    const reversal = { reference: 'R-1', reason: 'Payment returned' };
    await service.call('POST', `/wallet/credits/${credit.body.data.id}/reversal`, { token, json: reversal });
    const correction = { ...json, hours: 2, reference: '20261120-2000', corrects: credit.body.data.id };
    await service.call('POST', '/wallet/credit', { token, json: correction });
  }
}

/** Calls that succeed and calls that are refused, for the log of calls. */
async function makeCalls(service: TestService, token: string, member: TestMember) {
  await service.call('GET', '/users', { token });
  await service.call('GET', '/users/usr_unknown', { token });
  await service.call('GET', '/aggregates/community', { token });
  await service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, hours: 5000, reference: 'X' } });
  await service.call('GET', '/listings', { token });
}

async function deliverAll(service: TestService, communityId: number) {
  const worker = startWorker(service.deps, { pollMs: 50, jobs: TEST_JOBS });
  await waitUntil('deliveries were attempted', async () => {
    const [row] = await service.ownerQuery<{ done: number }>(
      `select coalesce(sum(jsonb_array_length(attempts)), 0)::int as done from deliveries where community_id = $1`,
      [communityId],
    );
    return (row?.done ?? 0) >= 12;
  });
  await worker.stop();
}

/** Compares a bank's statement of today with the credits. */
async function compareStatement(service: TestService, bank: TestPartner): Promise<number> {
  const day = service.clock.now().toISOString().slice(0, 10);
  const statement = `entry_reference,amount,currency,booked_on\nKA-7,1250.00,EUR,${day}`;
  const file = { name: 'kontoauszug.csv', chunks: Readable.from([Buffer.from(statement)]) };
  return (await reconcile(service.deps, { ...bank, actor: 'command line' }, file)).id;
}

/** Listings of every state, exchanges of the last months with one corrected, an organisation. */
async function fillListings(service: TestService, communityId: number, members: readonly TestMember[]) {
  const { database, clock } = service.deps;
  const act = { communityId, actor: 'test' };
  for (const [index, { uuid }] of members.entries()) {
    const title = index === 3 ? LONG_NAME : `Garden help ${index}`;
    const listing = { title, type: index % 2 === 0 ? 'service' : 'request', category: 'Garden' } as const;
    await addListing(service.deps, { ...act, memberId: uuid }, listing, { held: index > 1, addsCategory: true });
  }
  await addOrganisation(service.deps, act, { name: `Library ${LONG_NAME}` });
  for (const [index, provider] of members.entries()) {
    const receiver = members[(index + 1) % members.length]?.id ?? '';
    const serviceDate = new Date(clock.now().getTime() - index * 40 * DAY_MS).toISOString().slice(0, 10);
    const exchange = { communityId, provider: provider.id, receiver, time: '1:30', serviceDate, recordedBy: 'test' };
    const { id } = await postExchange(database, clock, { ...exchange, note: 'Merci' });
    if (index === 2) {
      await reverseExchange(database, clock, {
        communityId,
        exchangeId: id,
        reason: 'Entered twice',
        recordedBy: 'test',
      });
    }
  }
}

// The certificate of the receiver must be known before the service starts.
let receiver: ReturnType<typeof startReceiver> | undefined;

/** One receiver of webhooks for the whole file. */
function startOnce(): ReturnType<typeof startReceiver> {
  receiver ??= startReceiver();
  return receiver;
}

/** Settings of a service that may send to the receiver. */
export async function receiverSettings(): Promise<Record<string, string>> {
  const { caFile } = await startOnce();
  return { WEBHOOK_ALLOW_CIDR: '127.0.0.1/32,::1/128', WEBHOOK_CA_FILE: caFile };
}

export async function stopReceiver(): Promise<void> {
  await (await receiver)?.stop();
  receiver = undefined;
}
