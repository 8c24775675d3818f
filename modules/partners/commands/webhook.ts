/** `timebank webhook …`: subscriptions and deliveries, as in the console. The running service sends within a second. */
import { decodeId, EVENT_TYPES, encodeId } from '@timebank/contract';
import type { Command } from 'commander';
import { COMMUNITY_OPTION, communityOf, communityWithId } from '../../../console/desk/commands/community-option.ts';
import { type CommandContext, reportList, table } from '../../../console/desk/commands/context.ts';
import { type CommonOptions, type NamingWay, operationCommand } from '../../../console/desk/commands/operation.ts';
import { ownOption } from '../../../console/desk/commands/operation-options.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { noDelivery, noSubscription } from '../../../core/events/subscriptions/change.ts';
import {
  type SubscriptionOverviewRow,
  selectDeliveryOwner,
  selectSubscriptionOverview,
  selectSubscriptionOwner,
} from '../../../core/events/subscriptions/delivery-queries.ts';
import {
  listPartnerDeliveries,
  type PartnerDelivery,
  replayPartnerSubscription,
  retryPartnerDelivery,
  setSubscriptionStatus,
  testPartnerSubscription,
} from '../contract/webhooks.ts';

const LISTED_MAX = 1000;

const onSubscription: NamingWay<{ readonly partnerId: string; readonly subscriptionId: string }> = {
  shape: (command) => command.argument('<subscription id>', 'whs_…'),
  async find({ database }, _, subscriptionId) {
    const id = decodeId('whs', subscriptionId);
    const [owner] = id === undefined ? [] : await selectSubscriptionOwner(database.reads, { subscriptionId: id });
    if (!owner) throw noSubscription();
    const community = await communityWithId(database, owner.communityId);
    return { community, params: { partnerId: String(owner.partnerId), subscriptionId } };
  },
};

const onDelivery: NamingWay<{
  readonly partnerId: string;
  readonly subscriptionId: string;
  readonly deliveryId: string;
}> = {
  shape: (command) => command.argument('<delivery id>', 'dlv_…'),
  async find({ database }, _, deliveryId) {
    const id = decodeId('dlv', deliveryId);
    const [owner] = id === undefined ? [] : await selectDeliveryOwner(database.reads, { deliveryId: id });
    if (!owner) throw noDelivery();
    const community = await communityWithId(database, owner.communityId);
    const subscriptionId = encodeId('whs', owner.subscriptionId);
    return { community, params: { partnerId: String(owner.partnerId), subscriptionId, deliveryId } };
  },
};

const statusCommand = (name: string, status: 'active' | 'paused', help: string) =>
  operationCommand(`webhook ${name}`, setSubscriptionStatus, {
    help,
    on: onSubscription,
    own: { status: () => status },
    lines: ({ subscription }) => [`${subscription.id} is ${subscription.status}.`],
  });

export const WEBHOOK_COMMANDS = [
  registerList,
  operationCommand('webhook deliveries', listPartnerDeliveries, {
    help: 'list the deliveries of a subscription with their attempts, newest first',
    on: onSubscription,
    columns: (row) => ({
      ...{ delivery: row.id, event: row.event_type, status: row.status, attempts: row.attempts.length },
      'last attempt': lastAttempt(row),
    }),
    empty: 'No deliveries.',
  }),
  operationCommand('webhook retry', retryPartnerDelivery, {
    help: 'make one more attempt for a delivery now, even if its subscription is paused or disabled',
    on: onDelivery,
    lines: ({ id }) => [`${id} will be attempted again as soon as the service is running.`],
  }),
  statusCommand('pause', 'paused', 'hold the events of a subscription'),
  statusCommand('resume', 'active', 'send the held events; also reactivates a disabled subscription'),
  operationCommand('webhook test', testPartnerSubscription, {
    help: 'send a test event to a subscription',
    on: onSubscription,
    lines: ({ event_id }) => [`${event_id} will be sent as soon as the service is running.`],
  }),
  operationCommand('webhook replay', replayPartnerSubscription, {
    help: 'send the events since the given time again, under the same ids; what waits goes at once',
    on: onSubscription,
    own: { event_types: ownOption('--event-type <types...>', 'only events of these types', EVENT_TYPES) },
    lines: ({ deliveries }) => [`${deliveries} deliveries are scheduled.`],
  }),
];

function lastAttempt({ attempts }: PartnerDelivery): string {
  const last = attempts.at(-1);
  return last ? `${last.started_at}  ${last.status_code ?? last.error}  ${last.latency_ms} ms` : '';
}

/** Of all partners; an operation lists those of one. */
function registerList(webhook: Command, context: CommandContext): void {
  webhook
    .command('list')
    .description('list the subscriptions of a community and their health')
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: CommonOptions) => {
      const rows = await withDatabase(context, 'webhook list', async ({ database }) => {
        const { id } = await communityOf(database, options.community);
        return (await selectSubscriptionOverview(database.heavy, { communityId: id, limit: LISTED_MAX })).map(present);
      });
      reportList(context, options.json, rows, () =>
        rows.length ? linesOf(rows) : ['No subscriptions yet: partners create them with POST /webhooks/subscriptions.'],
      );
    });
}

function present(row: SubscriptionOverviewRow) {
  return {
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
  };
}

const linesOf = (rows: readonly ReturnType<typeof present>[]) =>
  table(
    ['subscription', 'partner', 'status', 'pending', 'held', 'last success', 'target'],
    rows.map(({ id, partner, status, deliveries, last_success_at, target_url }) => [
      ...[id, partner, status, String(deliveries.pending), String(deliveries.held)],
      ...[last_success_at ?? 'never', target_url],
    ]),
  );
