/**
 * The mailer: claims what is due, sends it, and records what came of it. Any number of nodes share one database. It has
 * a loop of its own: a server that hangs or is away delays no delivery and no other job.
 */

import type { AdministratorRole } from '@timebank/contract';
import { ALERT_PERMISSIONS, type Permission, ROLE_PERMISSIONS } from '../../../console/desk/contract/routes.ts';
import type { PlatformDeps } from '../../../core/base/deps.ts';
import { repeat } from '../../../core/base/repeat.ts';
import { ago, DAY_MS, dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/base/time.ts';
import type { ChangeDeps } from '../../../core/change/change.ts';
import {
  insertBackupAlerts,
  insertBankAlerts,
  insertKeyAlerts,
  insertTaskAlerts,
  insertWebhookAlerts,
} from './alert-queries.ts';
import { attemptMail } from './attempt.ts';
import { MAIL_RULES } from './kinds.ts';
import { createNewsWriter } from './news.ts';
import { dueDay, spanOfDay } from './news-times.ts';
import { writePasswordMails } from './password-queries.ts';
import {
  type ClaimedMail,
  claimMails,
  countAttemptedSince,
  countRefusedTogether,
  forgetRefusedTogether,
  returnMail,
  selectMailsWaiting,
  settleUnsendable,
} from './queries.ts';
import { createMailSender, type MailSender } from './send.ts';
import { handleSignInRequests } from './sign-in-requests.ts';

// Requests for a new password. The request is stored, whether the address is known or not, so that the answer is
// alike and takes alike; the mailer finds the accounts. A person who asks often gets no more mails, silently.

/** Links for one mailbox within an hour. */
const REQUESTS_AN_HOUR = 6;
const REQUESTS_AT_ONCE = 50;

/** Writes the mails for requests that wait. */
async function handlePasswordRequests({ database, clock }: Pick<ChangeDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const since = ago(now, HOUR_MS);
  await writePasswordMails(database.outbox, { now, since, perHour: REQUESTS_AN_HOUR, limit: REQUESTS_AT_ONCE });
}

// Alerts to administrators who asked for them: what the office should know before it hurts. One mail for each reason.

/** Before a partner's last secret or key ends: a first word, and a last one. */
const FIRST_DAYS = 14;
const LAST_DAYS = 3;
/** One is made every day. */
const BACKUP_OLD_MS = 48 * HOUR_MS;

function rolesFor(permission: Permission): AdministratorRole[] {
  const all = Object.entries(ROLE_PERMISSIONS) as [AdministratorRole, readonly Permission[]][];
  return all.flatMap(([role, permissions]) => (permissions.includes(permission) ? [role] : []));
}

export interface BackupState {
  /** When the newest backup was made; undefined: there is none. */
  readonly lastAt: Date | undefined;
}

/**
 * Writes the alerts that are due.
 * @param backup undefined: no backups are made by the service
 */
export async function writeAlerts(
  { database, clock }: Pick<ChangeDeps, 'database' | 'clock'>,
  backup: BackupState | undefined,
): Promise<void> {
  const now = clock.now();
  const on = database.heavy;
  const day = dueDay(now);
  if (day !== undefined)
    await insertTaskAlerts(on, { now, day, ...spanOfDay(day), roles: rolesFor(ALERT_PERMISSIONS.tasks) });
  await insertWebhookAlerts(on, { now, roles: rolesFor(ALERT_PERMISSIONS.webhooks) });
  for (const days of [FIRST_DAYS, LAST_DAYS]) {
    const until = new Date(now.getTime() + days * DAY_MS);
    await insertKeyAlerts(on, { now, until, days, roles: rolesFor(ALERT_PERMISSIONS.keys) });
  }
  await insertBankAlerts(on, { now, roles: rolesFor(ALERT_PERMISSIONS.bank) });
  if (!backup || (backup.lastAt && now.getTime() - backup.lastAt.getTime() < BACKUP_OLD_MS)) return;
  const lastOn = backup.lastAt ? dayOf(backup.lastAt) : 'none';
  await insertBackupAlerts(on, { now, lastOn });
}
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
/** A server that refuses so many within so long, and takes none, refuses us: it is asked once a minute. */
const REFUSED_TOGETHER_MAX = 3;
const REFUSED_TOGETHER_MS = 10 * MINUTE_MS;
const REFUSED_REST_MS = MINUTE_MS;
/** The first time after the service has settled: what ends today is known tomorrow as well. */
const ALERT_FIRST_MS = MINUTE_MS;
const ALERT_EVERY_MS = 10 * MINUTE_MS;
const STOP_MS = 3 * SECOND_MS;

const PRINTABLE = Object.entries(MAIL_RULES).flatMap(([kind, { printable }]) => (printable ? [kind] : []));

export function startMailer(deps: MailerDeps, options: MailerOptions): Mailer {
  const { config, log, clockState } = deps;
  const ownHost = new URL(options.origin).hostname;
  const sender = options.sender ?? (config.mail && createMailSender(config.mail, ownHost));
  const everyMs = options.pollMs ?? MAIL_POLL_MS;
  let restUntilMs = 0;
  const { run, stop } = repeat(
    async (signal) => {
      if (clockState.fault() !== undefined) return false;
      if (!sender || !config.mail) return await settleAll(deps);
      const [row] = await selectMailsWaiting(deps.database.outbox);
      if (!row?.waiting) return false;
      await handlePasswordRequests(deps);
      await handleSignInRequests(deps);
      if (performance.now() < restUntilMs) return false;
      const next = await sendDue(deps, { ...options, sender, perMinute: config.mail.perMinute, signal });
      if (typeof next === 'number') restUntilMs = performance.now() + (options.restMs ?? next);
      return next === 'more';
    },
    {
      everyMs,
      firstMs: 0,
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
      everyMs: options.alertEveryMs ?? ALERT_EVERY_MS,
      firstMs: options.alertEveryMs ?? ALERT_FIRST_MS,
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

/** @returns whether there is more at once, or for how many milliseconds the server is to be left alone */
async function sendDue(deps: MailerDeps, round: Round): Promise<'more' | 'done' | number> {
  const { database, clock, log } = deps;
  const now = clock.now();
  const [row] = await countAttemptedSince(database.outbox, { since: ago(now, MINUTE_MS) });
  const free = Math.min(CLAIM_MAX, round.perMinute - (row?.attempted ?? 0));
  if (free <= 0) return 'done';
  const leaseUntil = new Date(now.getTime() + (round.leaseMs ?? MAIL_LEASE_MS));
  const claimed = await claimMails(database.outbox, { now, leaseUntil, limit: free });
  for (const [at, mail] of claimed.entries()) {
    const reached = round.signal.aborted ? 'unreachable' : await attemptMail(mail, { ...deps, ...round });
    if (reached === 'reached' || (reached === 'refused' && !(await refusesAll(deps)))) continue;
    await giveMailsBack(deps, claimed.slice(round.signal.aborted ? at : at + 1));
    if (round.signal.aborted) return 'done';
    if (reached === 'refused') return await restFromRefusals(deps);
    log.warn(`the mail server ${serverOf(deps)} could not be reached; timebank doctor says why`);
    return REST_MS;
  }
  return claimed.length === free ? 'more' : 'done';
}

/** Whether the last recipients were refused one after the other, each address alike. */
async function refusesAll({ database, clock }: MailerDeps): Promise<boolean> {
  const [row] = await countRefusedTogether(database.outbox, { since: ago(clock.now(), REFUSED_TOGETHER_MS) });
  return (row?.recipients ?? 0) >= REFUSED_TOGETHER_MAX;
}

/** What was refused waits; the office reads of it under *To do* (`mails_refused`), once, however many it is. */
async function restFromRefusals(deps: MailerDeps): Promise<number> {
  const { database, clock, log } = deps;
  const now = clock.now();
  const span = { since: ago(now, REFUSED_TOGETHER_MS), again: new Date(now.getTime() + REFUSED_TOGETHER_MS) };
  const [row] = await forgetRefusedTogether(database.outbox, span);
  log.warn({ mails: row?.forgotten }, `the mail server ${serverOf(deps)} refuses all recipients: mails wait`);
  return REFUSED_REST_MS;
}

/** Which server, and the setting that names it. */
const serverOf = ({ config: { mail } }: MailerDeps) => `${mail ? `${mail.host}:${mail.port} ` : ''}of SMTP_URL`;

async function giveMailsBack({ database }: MailerDeps, mails: readonly ClaimedMail[]): Promise<void> {
  for (const { communityId, id, leaseUntil } of mails) {
    await returnMail(database.outbox, { communityId, id, leaseUntil });
  }
}
