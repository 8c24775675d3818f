/** `trigger`: makes an event happen in a sandbox, by doing what it is about. */
import type { Credit } from '../api.gen.ts';
import type { TimebankClient } from '../client.ts';
import { isTimebankError } from '../errors.ts';
import type { MemberId } from '../types.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** What the reference of a credit forces in a sandbox (`/docs/sandbox`): the event is one of several that follow. */
const REFERENCES = {
  'wallet.credited': 'TRIGGER-',
  'wallet.credit_reversed': 'TRIGGER-',
  'statement.ready': 'sandbox-final-',
  'user.activated': 'sandbox-away-',
  'user.updated': 'sandbox-edited-',
  'user.deactivated': 'sandbox-away-',
  'listing.published': 'sandbox-away-',
  'listing.updated': 'sandbox-edited-',
  'listing.closed': 'sandbox-away-',
} as const;

export type TriggerType = keyof typeof REFERENCES | 'webhook.test';
export const TRIGGERED = [
  ...(Object.keys(REFERENCES) as TriggerType[]),
  'webhook.test',
] satisfies readonly TriggerType[];

export interface TriggerOptions {
  readonly type: TriggerType;
  /** Default: the first member who can be credited. */
  readonly memberId?: MemberId | undefined;
}

const SANDBOX_SECRET = /^tb_cs_test_/;
const HOURS = 0.25;
/** A sandbox has members who are refused on purpose. */
const MEMBERS_MAX = 25;

/** @throws UsageError for live credentials: the credit is real */
export function requireSandbox(clientSecret: string): void {
  if (SANDBOX_SECRET.test(clientSecret)) return;
  throw new UsageError(
    'trigger books a real credit, so it works only in a sandbox, whose secrets begin with tb_cs_test_. Yours does not.',
  );
}

/** Books a credit whose reference forces the event, and reverses it if that is the event; or sends a test. */
export async function trigger(client: TimebankClient, options: TriggerOptions, terminal: Terminal): Promise<void> {
  const { signal, out } = terminal;
  const { type, memberId } = options;
  if (type === 'webhook.test') return await sendTest(client, terminal);
  const prefix = REFERENCES[type];
  const members = memberId ? [memberId] : await candidates(client, type, signal);
  const credit = await bookForFirst(client, members, prefix, signal);
  out(`${credit.id}: ${credit.hours} hours for ${credit.user_id}, reference ${credit.reference}`);
  if (type === 'wallet.credit_reversed') {
    await client.reverseCredit(credit.id, { reference: credit.reference }, { signal });
    out(`${credit.id}: reversed`);
  }
}

/** Members that the event can be about. */
async function candidates(
  client: TimebankClient,
  type: TriggerType,
  signal: AbortSignal,
): Promise<readonly MemberId[]> {
  if (!type.startsWith('listing.')) {
    const { data } = await client.listUsers({ per_page: MEMBERS_MAX }, { signal });
    return data.map(({ id }) => id);
  }
  const { data } = await client.listListings({ per_page: MEMBERS_MAX }, { signal });
  if (data.length === 0) throw new UsageError('The sandbox has no listing that you may see.');
  return [...new Set(data.map(({ user_id }) => user_id))];
}

async function bookForFirst(
  client: TimebankClient,
  members: readonly MemberId[],
  prefix: string,
  signal: AbortSignal,
): Promise<Credit> {
  let refused: unknown = new UsageError('The sandbox has no member whom you may see.');
  for (const user_id of members) {
    try {
      const reference = `${prefix}${crypto.randomUUID()}`;
      const { data } = await client.creditWallet({ user_id, hours: HOURS, reference }, { signal });
      return data;
    } catch (error) {
      if (!isTimebankError(error, 'user_not_found', 'limit_exceeded')) throw error;
      refused = error;
    }
  }
  throw refused;
}

/** The event belongs to a subscription: the first one that you have. */
async function sendTest(client: TimebankClient, { signal, out }: Terminal): Promise<void> {
  const { data } = await client.listSubscriptions({ per_page: 1 }, { signal });
  const [first] = data;
  if (!first) throw new UsageError('webhook.test is sent to a subscription, and you have none. Create one first.');
  await client.testSubscription(first.id, { signal });
  out(`${first.id}: a test is sent to ${first.target_url}`);
}
