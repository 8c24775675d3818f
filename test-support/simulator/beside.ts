/**
 * Acts during a life, in a community that the model does not know: an import of exchanges, and partners that come,
 * subscribe and credit. An import is there whole or not at all, a credit that was answered is there once, and what was
 * booked behind a subscription reached its receiver.
 */

import { Refusal } from '../../core/base/refusal.ts';
import { isUnavailable } from '../../core/database/connection.ts';
import { addSubscription } from '../../core/events/subscriptions/add.ts';
import { addPartner } from '../../core/partners/provision.ts';
import { importExchanges } from '../../modules/moving/domain/import/exchanges.ts';
import type { TestMember, TestService } from '../harness.ts';
import type { Node } from './node.ts';
import type { Receivers } from './receivers.ts';

const ROWS = 300;
const MEMBERS = 4;
const CREDITS = 8;
const RECEIVER = 'https://beside.example/';

export const isBeside = (url: string) => url.startsWith(RECEIVER);

export interface SideWork {
  /** An import, and a partner that is born meanwhile. */
  act(node: Node): Promise<void>;
  /** When everything is quiet: what is not as it was answered. */
  wrong(receivers: Receivers): Promise<string | undefined>;
}

export async function setUpBeside(service: TestService): Promise<SideWork> {
  const { id: communityId } = await service.createCommunity();
  const members: TestMember[] = [];
  for (let n = 0; n < MEMBERS; n++) members.push(await service.createMember({ communityId, externalId: `B${n}` }));
  /** By the beginning of their external ids, and by their references: whether they were acknowledged. */
  const imports = new Map<string, boolean>();
  const credits = new Map<string, boolean>();

  async function importAll(node: Node): Promise<void> {
    const prefix = `I${imports.size}-`;
    imports.set(prefix, false);
    const rows = Array.from({ length: ROWS }, (_, n) => {
      return `${prefix}${n},2026-11-01,B${n % MEMBERS},B${(n + 1) % MEMBERS},0.25`;
    });
    const file = ['external_id,service_date,provider_external_id,receiver_external_id,hours', ...rows].join('\n');
    const options = { skipBad: false, recordedBy: 'simulator' };
    const made = await orUnknown(node, importExchanges(node.service.deps, communityId, Buffer.from(file), options));
    if (made?.created === ROWS) imports.set(prefix, true);
  }

  async function giveBirth(node: Node): Promise<void> {
    const { deps } = node.service;
    const settings = { name: 'Born', scopes: ['wallet.write'] as const, rateLimitPerMinute: 0 };
    const made = await orUnknown(node, addPartner(deps, { communityId, actor: 'simulator' }, settings));
    if (!made) return;
    const { partnerId } = made;
    const subscription = { eventTypes: ['*'], targetUrl: `${RECEIVER}${partnerId}`, description: null };
    const credit = async (n: number) => {
      const reference = `${partnerId}-${n}`;
      credits.set(reference, false);
      const memberId = (members[n % MEMBERS] as TestMember).uuid;
      const who = { communityId, partnerId, memberId, note: null, recordedBy: `partner:${partnerId}` };
      const outcome = await orUnknown(
        node,
        deps.postTransfers({ kind: 'credit', amountSeconds: 36, reference, ...who }),
      );
      if (outcome?.result === 'posted') credits.set(reference, true);
    };
    await Promise.all([
      ...Array.from({ length: CREDITS }, (_, n) => credit(n)),
      orUnknown(node, addSubscription(deps, { communityId, partnerId, actor: 'simulator' }, subscription)),
    ]);
  }

  return {
    act: async (node) => void (await Promise.all([importAll(node), giveBirth(node)])),
    async wrong({ arrivals }) {
      const booked = await service.ownerQuery<{ name: string; count: number }>(
        `select coalesce(reference, split_part(external_id, '-', 1) || '-') as name, count(*)::int
         from transfers where community_id = $1 group by 1`,
        [communityId],
      );
      const counts = new Map(booked.map(({ name, count }) => [name, count]));
      const expected = [
        ...[...imports].map((one) => [...one, ROWS] as const),
        ...[...credits].map((one) => [...one, 1] as const),
      ];
      for (const [name, isAnswered, whole] of expected) {
        const count = counts.get(name) ?? 0;
        if (count !== whole && (isAnswered || count !== 0)) return `beside: ${count} of ${whole} transfers of ${name}`;
      }
      const owed = await service.ownerQuery<{ id: string; url: string }>(
        `select e.id, s.target_url as url from subscriptions s
         join events e on e.community_id = s.community_id and e.partner_id = s.partner_id and e.xid > s.created_xid
         where s.community_id = $1`,
        [communityId],
      );
      const arrived = new Set(arrivals.map(({ url, eventId }) => `${url} ${eventId}`));
      const missing = owed.find(({ id, url }) => !arrived.has(`${url} ${id}`));
      return missing && `beside: event ${missing.id} never reached ${missing.url}`;
    },
  };
}

/** A refused act has done nothing; one that failed by a fault of the node's database may have been done. */
async function orUnknown<T>({ nemesis }: Node, act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof Refusal || isUnavailable(error) || nemesis.happened().length > 0) return undefined;
    throw error;
  }
}
