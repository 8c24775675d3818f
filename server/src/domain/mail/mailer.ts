/**
 * The mailer: claims what is due, sends it, and records what came of it. Any number of nodes share one database. It has
 * a loop of its own: a server that hangs or is away delays no delivery and no other job.
 */
import { repeat } from '../../platform/base/repeat.ts';
import { ago, MINUTE_MS, SECOND_MS } from '../../platform/base/time.ts';
import type { PlatformDeps } from '../../platform/deps.ts';
import { writeAlerts } from './alerts.ts';
import { attemptMail } from './attempt.ts';
import { MAIL_RULES } from './kinds.ts';
import { createNewsWriter } from './news.ts';
import { handlePasswordRequests } from './password-requests.ts';
import { type ClaimedMail, claimMails, countAttemptedSince, returnMail, settleUnsendable } from './queries.ts';
import { createMailSender, type MailSender } from './send.ts';
import { handleSignInRequests } from './sign-in-requests.ts';

export type MailerDeps = Pick<PlatformDeps, 'config' | 'clock' | 'clockState' | 'database' | 'keys' | 'log'>;

export interface MailerOptions {
  /** Of the links: PUBLIC_URL, else where the service listens. */
  readonly origin: string;
  readonly pollMs?: number;
  readonly leaseMs?: number;
  readonly restMs?: number;
  /** When the newest backup was made; undefined: the service makes none. */
  readonly lastBackupAt?: (() => Promise<Date | undefined>) | undefined;
  readonly alertEveryMs?: number;
  /** Tests have servers that hang. */
  readonly sender?: MailSender | undefined;
}

export interface Mailer {
  /** There may be something to send. */
  wake(): void;
  /** Ends within seconds; a mail on its way is sent again by the next mailer, with one Message-ID. */
  stop(): Promise<void>;
}

const MAIL_POLL_MS = 2 * SECOND_MS;
/** Longer than all attempts of a claim can take. */
const MAIL_LEASE_MS = 6 * MINUTE_MS;
/** At once from one node: beyond the limit of a minute go no more than this, times the nodes. */
const CLAIM_MAX = 5;
const SETTLE_MAX = 500;
/** After a server that could not be reached: each try takes seconds. */
const REST_MS = 15 * SECOND_MS;
/** The first time after the service has settled: what ends today is known tomorrow as well. */
const ALERT_FIRST_MS = MINUTE_MS;
const ALERT_EVERY_MS = 10 * MINUTE_MS;
const STOP_MS = 3 * SECOND_MS;

const PRINTABLE = Object.entries(MAIL_RULES).flatMap(([kind, { printable }]) => (printable ? [kind] : []));

export function startMailer(deps: MailerDeps, options: MailerOptions): Mailer {
  const { config, log, clockState } = deps;
  const sender = options.sender ?? (config.mail && createMailSender(config.mail));
  const everyMs = options.pollMs ?? MAIL_POLL_MS;
  let restUntilMs = 0;
  const { run, stop } = repeat(
    async (signal) => {
      if (clockState.fault() !== undefined) return false;
      if (!sender || !config.mail) return await settleAll(deps);
      await handlePasswordRequests(deps);
      await handleSignInRequests(deps);
      if (performance.now() < restUntilMs) return false;
      const next = await sendDue(deps, { ...options, sender, perMinute: config.mail.perMinute, signal });
      if (next === 'rest') restUntilMs = performance.now() + (options.restMs ?? REST_MS);
      return next === 'more';
    },
    {
      ...{ everyMs, firstMs: 0 },
      onFailure: (error, retryInMs) =>
        log.warn({ error: error.message, retry_in_ms: retryInMs }, 'the mailer could not reach its work'),
    },
  );
  const writeNews = createNewsWriter(deps);
  const alerting = repeat(
    async (signal) => {
      if (!config.mail || clockState.fault() !== undefined || clockState.cautiousUntil()) return;
      await writeNews(signal);
      const { lastBackupAt } = options;
      await writeAlerts(deps, lastBackupAt && { lastAt: await lastBackupAt() });
    },
    {
      ...{ everyMs: options.alertEveryMs ?? ALERT_EVERY_MS, firstMs: options.alertEveryMs ?? ALERT_FIRST_MS },
      onFailure: (error, retryInMs) =>
        log.warn({ error: error.message, retry_in_ms: retryInMs }, 'alerts and mails of news could not be written'),
    },
  );
  return {
    wake: run,
    async stop() {
      const ended = Promise.all([stop(), alerting.stop()]);
      sender?.close();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}

async function settleAll({ database, clock }: MailerDeps): Promise<boolean> {
  const [row] = await settleUnsendable(database.outbox, { now: clock.now(), printable: PRINTABLE, limit: SETTLE_MAX });
  return row?.settled === SETTLE_MAX;
}

interface Round extends MailerOptions {
  readonly sender: MailSender;
  readonly perMinute: number;
  readonly signal: AbortSignal;
}

/** @returns whether there is more at once, or the server is to be left alone for a while */
async function sendDue(deps: MailerDeps, round: Round): Promise<'more' | 'done' | 'rest'> {
  const { database, clock, log } = deps;
  const now = clock.now();
  const [row] = await countAttemptedSince(database.outbox, { since: ago(now, MINUTE_MS) });
  const free = Math.min(CLAIM_MAX, round.perMinute - (row?.attempted ?? 0));
  if (free <= 0) return 'done';
  const leaseUntil = new Date(now.getTime() + (round.leaseMs ?? MAIL_LEASE_MS));
  const claimed = await claimMails(database.outbox, { now, leaseUntil, limit: free });
  for (const [at, mail] of claimed.entries()) {
    const isReached = !round.signal.aborted && (await attemptMail(mail, { ...deps, ...round }));
    if (isReached) continue;
    await giveMailsBack(deps, claimed.slice(round.signal.aborted ? at : at + 1));
    if (round.signal.aborted) return 'done';
    log.warn('the mail server could not be reached');
    return 'rest';
  }
  return claimed.length === free ? 'more' : 'done';
}

async function giveMailsBack({ database }: MailerDeps, mails: readonly ClaimedMail[]): Promise<void> {
  for (const { communityId, id, leaseUntil } of mails) {
    await returnMail(database.outbox, { communityId, id, leaseUntil });
  }
}
