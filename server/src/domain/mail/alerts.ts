/** Alerts to administrators who asked for them: what the office should know before it hurts. One mail for each reason. */
import type { AdministratorMailKind, AdministratorRole } from '@timebank/contract';
import { type Permission, ROLE_PERMISSIONS } from '@timebank/contract/console';
import { DAY_MS, dayOf, HOUR_MS } from '../../platform/base/time.ts';
import type { ChangeDeps } from '../change/change.ts';
import {
  insertBackupAlerts,
  insertBankAlerts,
  insertKeyAlerts,
  insertTaskAlerts,
  insertWebhookAlerts,
} from './alert-queries.ts';
import { dueDay, spanOfDay } from './news-times.ts';

/** What a person must be permitted to see to be alerted to it. */
const NEEDED: Readonly<Record<Exclude<AdministratorMailKind, 'backup'>, Permission>> = {
  tasks: 'members.write',
  webhooks: 'webhooks.read',
  keys: 'partners.read',
  bank: 'statements.read',
};
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
  if (day !== undefined) await insertTaskAlerts(on, { now, day, ...spanOfDay(day), roles: rolesFor(NEEDED.tasks) });
  await insertWebhookAlerts(on, { now, roles: rolesFor(NEEDED.webhooks) });
  for (const days of [FIRST_DAYS, LAST_DAYS]) {
    const until = new Date(now.getTime() + days * DAY_MS);
    await insertKeyAlerts(on, { now, until, days, roles: rolesFor(NEEDED.keys) });
  }
  await insertBankAlerts(on, { now, roles: rolesFor(NEEDED.bank) });
  if (!backup || (backup.lastAt && now.getTime() - backup.lastAt.getTime() < BACKUP_OLD_MS)) return;
  const lastOn = backup.lastAt ? dayOf(backup.lastAt) : 'none';
  await insertBackupAlerts(on, { now, lastOn });
}
