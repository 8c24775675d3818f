/** The subscription of the demo's partner to everything, at the demo's own receiver; kept over restarts. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeId, encodeId, MAX_SUBSCRIPTIONS } from '@timebank/contract';
import { LAST_ID } from '../../core/database/keyset.ts';
import type { Deps } from '../../core/deps.ts';
import { distributeAll } from '../../core/events/delivery/distribute.ts';
import { addSubscription } from '../../core/events/subscriptions/add.ts';
import {
  changeSubscription,
  removeSubscription,
  type SubscriptionAct,
} from '../../core/events/subscriptions/change.ts';
import { selectSubscriptionPage } from '../../core/events/subscriptions/queries.ts';
import type { DemoCertificate, DemoReceiver } from './receiver.ts';

/** `demo-receiver.json` in the data folder (mode 0600). */
export interface ReceiverFile extends DemoCertificate {
  readonly port: number;
  readonly subscription_id: string;
  readonly secret: string;
}

const DESCRIPTION = "The demo's own receiver: what it gets is printed in the terminal.";

const pathOf = (dataDir: string) => join(dataDir, 'demo-receiver.json');

export async function readReceiverFile(dataDir: string): Promise<Partial<ReceiverFile>> {
  try {
    return JSON.parse(await readFile(pathOf(dataDir), 'utf8')) as Partial<ReceiverFile>;
  } catch {
    return {};
  }
}

/**
 * Finds the subscription or creates it, points it to the receiver, and returns the secret that verifies.
 * @param known what the file held at start
 */
export async function subscribeReceiver(
  deps: Deps,
  partner: { readonly communityId: number; readonly partnerId: number },
  receiver: DemoReceiver,
  known: Partial<ReceiverFile>,
): Promise<string> {
  const { database, clock, config } = deps;
  const targetUrl = `https://${receiver.host}:${receiver.port}/webhooks`;
  const act = (subscriptionId: string): SubscriptionAct => ({ ...partner, subscriptionId, actor: 'demo' });
  const { communityId, partnerId } = partner;
  const rows = await selectSubscriptionPage(database.heavy, {
    communityId,
    partnerId,
    beforeId: LAST_ID,
    limit: MAX_SUBSCRIPTIONS,
  });
  const knownId = decodeId('whs', known.subscription_id ?? '');
  const kept = rows.find(({ id }) => id === knownId);
  if (kept && known.secret && !kept.secretLost) {
    const status = kept.status === 'disabled' ? 'active' : undefined;
    await changeSubscription(deps, act(kept.id), { targetUrl, status });
    await write(known.subscription_id ?? '', known.secret);
    return known.secret;
  }
  // The file with the secret is gone, or the secret itself: it cannot be read back.
  for (const { id, description } of rows) {
    if (description === DESCRIPTION) await removeSubscription(deps, act(id));
  }
  // The sample community's own events were before its time.
  await distributeAll(database, clock.now());
  const { row, secret } = await addSubscription(deps, act(''), {
    eventTypes: ['*'],
    targetUrl,
    description: DESCRIPTION,
  });
  await write(encodeId('whs', row.id), secret);
  return secret;

  async function write(subscriptionId: string, secret: string): Promise<void> {
    const { port, certificate } = receiver;
    const file: ReceiverFile = { port, subscription_id: subscriptionId, secret, ...certificate };
    await writeFile(pathOf(config.dataDir), `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  }
}
