/** `trigger`: makes an event happen in a sandbox, by doing what it is about. */
import type { Credit } from '../api.gen.ts';
import type { TimebankClient } from '../client.ts';
import { isTimebankError } from '../errors.ts';
import type { MemberId } from '../types.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const TRIGGERED = ['wallet.credited', 'wallet.credit_reversed'] as const;
export type Triggered = (typeof TRIGGERED)[number];

export interface TriggerOptions {
  readonly type: Triggered;
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

/** Books the credit, and reverses it if that is the event. */
export async function trigger(client: TimebankClient, options: TriggerOptions, terminal: Terminal): Promise<void> {
  const { signal, out } = terminal;
  const { memberId } = options;
  const credit = memberId ? await book(client, memberId, signal) : await bookForAnyone(client, signal);
  out(`${credit.id}: ${credit.hours} hours for ${credit.user_id}, reference ${credit.reference}`);
  if (options.type === 'wallet.credit_reversed') {
    await client.reverseCredit(credit.id, { reference: credit.reference }, { signal });
    out(`${credit.id}: reversed`);
  }
}

async function bookForAnyone(client: TimebankClient, signal: AbortSignal): Promise<Credit> {
  const { data: members } = await client.listUsers({ per_page: MEMBERS_MAX }, { signal });
  let refused: unknown = new UsageError('The sandbox has no member whom you may see.');
  for (const { id } of members) {
    try {
      return await book(client, id, signal);
    } catch (error) {
      if (!isTimebankError(error, 'user_not_found', 'limit_exceeded')) throw error;
      refused = error;
    }
  }
  throw refused;
}

async function book(client: TimebankClient, memberId: MemberId, signal: AbortSignal): Promise<Credit> {
  const reference = `TRIGGER-${crypto.randomUUID()}`;
  const { data } = await client.creditWallet({ user_id: memberId, hours: HOURS, reference }, { signal });
  return data;
}
