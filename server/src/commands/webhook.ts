/** `timebank webhook …`: the operator's view of subscriptions and deliveries. The running service sends within a second. */
import { type Delivery, decodeId, EVENT_TYPES, encodeId, timestamp } from '@timebank/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { presentDelivery } from '../api/present/delivery.ts';
import { noSubscription, type SubscriptionAct } from '../domain/subscriptions/act.ts';
import { changeSubscription } from '../domain/subscriptions/change.ts';
import {
  type DeliveryStatus,
  selectDeliveryOwner,
  selectDeliveryPage,
  selectSubscriptionOverview,
  selectSubscriptionOwner,
} from '../domain/subscriptions/delivery-queries.ts';
import { replayEventsSince } from '../domain/subscriptions/replay.ts';
import { sendDeliveryAgain } from '../domain/subscriptions/retry-now.ts';
import { sendTestEvent } from '../domain/subscriptions/send-test-event.ts';
import { refusal } from '../platform/base/refusal.ts';
import { LAST_ID } from '../platform/database/keyset.ts';
import type { Database } from '../platform/database/query.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, type CommandTools, report, table, withDatabase } from './context.ts';
import { reportList } from './lists.ts';

interface Json {
  readonly json?: boolean;
}

const LISTED_MAX = 1000;
const STATUSES: readonly DeliveryStatus[] = ['pending', 'held', 'delivered', 'failed'];

export function registerWebhookCommands(program: Command, context: CommandContext): void {
  const webhook = program.command('webhook').description("partners' subscriptions to events, and their deliveries");
  addListCommand(webhook, context);
  addDeliveriesCommand(webhook, context);
  addRetryCommand(webhook, context);
  addStateCommands(webhook, context);
}

function addListCommand(webhook: Command, context: CommandContext): void {
  webhook
    .command('list')
    .description('list the subscriptions of a community and their health')
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: Json & { community?: string }) => {
      const rows = await withDatabase(context, 'webhook list', async ({ database }) => {
        const { id } = await communityOf(database, options.community);
        return selectSubscriptionOverview(database.heavy, id, LISTED_MAX);
      });
      const values = rows.map((row) => ({
        id: encodeId('whs', row.id),
        client_id: row.clientId,
        partner: row.partnerName,
        target_url: row.targetUrl,
        event_types: row.eventTypes,
        status: row.status,
        disabled_reason: row.disabledReason,
        failing_since: row.failingSince?.toISOString() ?? null,
        last_success_at: row.lastSuccessAt?.toISOString() ?? null,
        deliveries: { pending: row.pending, held: row.held },
      }));
      const lines = values.length
        ? table(
            ['subscription', 'partner', 'status', 'pending', 'held', 'last success', 'target'],
            values.map(({ id, partner, status, deliveries, last_success_at, target_url }) => [
              id,
              partner,
              status,
              String(deliveries.pending),
              String(deliveries.held),
              last_success_at ?? 'never',
              target_url,
            ]),
          )
        : ['No subscriptions yet: partners create them with POST /webhooks/subscriptions.'];
      reportList(context, options.json, values, () => lines);
    });
}

function addDeliveriesCommand(webhook: Command, context: CommandContext): void {
  webhook
    .command('deliveries')
    .description('list the latest deliveries of a subscription with their attempts')
    .argument('<subscription id>', 'whs_…', subscriptionId)
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(STATUSES))
    .addOption(new Option('--event-type <type>', 'only deliveries of events of this type').choices(EVENT_TYPES))
    .option('--limit <number>', 'how many to list', limit, 50)
    .option('--json', 'print JSON')
    .action(async (uuid: string, options: Json & { status?: DeliveryStatus; eventType?: string; limit: number }) => {
      const rows = await withDatabase(context, 'webhook deliveries', async ({ database }) => {
        const { communityId } = await actOn(database, uuid);
        const keyset: [number, string, string, number] = [communityId, uuid, LAST_ID, options.limit + 1];
        return selectDeliveryPage.run(database.heavy, keyset, {
          status: options.status,
          eventType: options.eventType,
        });
      });
      const deliveries = rows.map(presentDelivery);
      const linesOf = (shown: readonly (typeof deliveries)[number][]) =>
        shown.length
          ? table(
              ['delivery', 'event', 'status', 'attempts', 'last attempt'],
              shown.map((delivery) => [
                delivery.id,
                delivery.event_type,
                delivery.status,
                String(delivery.attempts.length),
                lastAttempt(delivery),
              ]),
            )
          : ['No deliveries.'];
      reportList(context, options.json, deliveries, linesOf, options.limit);
    });
}

function addRetryCommand(webhook: Command, context: CommandContext): void {
  webhook
    .command('retry')
    .description('make one more attempt for a delivery now, even if its subscription is paused or disabled')
    .argument('<delivery id>', 'dlv_…', deliveryId)
    .option('--json', 'print JSON')
    .action(async (uuid: string, options: Json) => {
      const row = await withDatabase(context, 'webhook retry', async (deps) => {
        const [owner] = await selectDeliveryOwner(deps.database.reads, uuid);
        if (!owner) throw refusal('delivery_not_found', 'No delivery has this id.');
        return sendDeliveryAgain(deps, { ...owner, actor: COMMAND_LINE }, uuid);
      });
      const delivery = presentDelivery(row);
      report(context, options.json, delivery, [
        `${delivery.id} will be attempted again as soon as the service is running.`,
      ]);
    });
}

function addStateCommands(webhook: Command, context: CommandContext): void {
  for (const [name, status, description] of [
    ['pause', 'paused', 'hold the events of a subscription'],
    ['resume', 'active', 'send the held events; also reactivates a disabled subscription'],
  ] as const) {
    onSubscription(webhook, name, description).action(async (uuid: string, options: Json) => {
      await act(context, `webhook ${name}`, uuid, (deps, on) => changeSubscription(deps, on, { status }));
      const id = encodeId('whs', uuid);
      report(context, options.json, { id, status }, [`${id} is ${status}.`]);
    });
  }

  onSubscription(webhook, 'test', 'send a test event to a subscription').action(async (uuid: string, options: Json) => {
    const { eventId } = await act(context, 'webhook test', uuid, sendTestEvent);
    const event = encodeId('evt', eventId);
    report(context, options.json, { event_id: event }, [`${event} will be sent as soon as the service is running.`]);
  });

  onSubscription(
    webhook,
    'replay',
    'send the events since the given time again, under the same ids; what waits goes at once',
  )
    .requiredOption('--since <time>', 'RFC 3339, such as 2026-11-20T00:00:00Z; at most 30 days ago', time)
    .option('--until <time>', 'only events at or before this time', time)
    .addOption(new Option('--event-type <types...>', 'only events of these types').choices(EVENT_TYPES))
    .action(async (uuid: string, options: Json & { since: Date; until?: Date; eventType?: readonly string[] }) => {
      const { since, until, eventType: eventTypes } = options;
      const deliveries = await act(context, 'webhook replay', uuid, (deps, on) =>
        replayEventsSince(deps, on, { since, until, eventTypes }),
      );
      const value = { since: since.toISOString(), deliveries };
      report(context, options.json, value, [`${deliveries} deliveries are scheduled.`]);
    });
}

function onSubscription(webhook: Command, name: string, description: string): Command {
  return webhook
    .command(name)
    .description(description)
    .argument('<subscription id>', 'whs_…', subscriptionId)
    .option('--json', 'print JSON');
}

function act<T>(
  context: CommandContext,
  command: string,
  uuid: string,
  work: (deps: CommandTools, act: SubscriptionAct) => Promise<T>,
): Promise<T> {
  return withDatabase(context, command, async (deps) => work(deps, await actOn(deps.database, uuid)));
}

async function actOn(database: Database, uuid: string): Promise<SubscriptionAct> {
  const [owner] = await selectSubscriptionOwner(database.reads, uuid);
  if (!owner) throw noSubscription();
  return { ...owner, subscriptionId: uuid, actor: COMMAND_LINE };
}

function lastAttempt({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  return last ? `${last.started_at}  ${last.status_code ?? last.error}  ${last.latency_ms} ms` : '';
}

function subscriptionId(text: string): string {
  const uuid = decodeId('whs', text);
  if (uuid === undefined) throw new InvalidArgumentError('It must be a subscription id (whs_…): timebank webhook list');
  return uuid;
}

function deliveryId(text: string): string {
  const uuid = decodeId('dlv', text);
  if (uuid === undefined)
    throw new InvalidArgumentError('It must be a delivery id (dlv_…): timebank webhook deliveries');
  return uuid;
}

function limit(text: string): number {
  const value = Number(text);
  if (!/^\d{1,4}$/.test(text) || value < 1 || value > LISTED_MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${LISTED_MAX}.`);
  }
  return value;
}

function time(text: string): Date {
  const read = timestamp('').read(text);
  if ('refusal' in read) throw new InvalidArgumentError(`It ${read.refusal.message}`);
  return read.value;
}
