/** Work that should have been done: events, deliveries, final days, backups; and switches that are off. */
import { access as accessFile, constants as fs } from 'node:fs/promises';
import { listBackups } from '../../../../console/desk/backup-folder.ts';
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { selectBacklog } from '../../../../core/base/metrics/queries.ts';
import { describeSpan, HOUR_MS } from '../../../../core/base/time.ts';
import { selectInstallationId } from '../../../../core/installation/queries.ts';
import { encryptionOf } from '../../backup/encryption.ts';
import { installationOf } from '../installation/backup.ts';
import { describeNoBackupFolder, strangerIn } from '../installation/backup-files.ts';
import { readTrial } from '../installation/backup-trial.ts';
import { OPEN_DAY_PROBLEM_MS, WAITING_PROBLEM_MS } from '../late.ts';
import type { DatabaseAccess, UnderExamination } from './access.ts';
import { blocking, type Check, type Finding, notChecked, note, ok, problem, problemOf } from './check.ts';
import {
  selectDisabledSubscriptions,
  selectOldestDue,
  selectOldestOpenDay,
  selectStopped,
  selectSwitchesOff,
} from './queries.ts';
import { describeList } from './words.ts';

/** One is made every day. */
const BACKUP_PROBLEM_MS = 36 * HOUR_MS;

/** On the database's connection, in this order. */
export function workChecks({ config, clock, access }: UnderExamination): Check[] {
  const ofFolder = () => checkBackupFolder(config.backupDir, access);
  const checks: Check[] = [
    { name: 'events', run: () => checkEvents(clock, access) },
    { name: 'deliveries', run: () => checkDeliveries(clock, access) },
    { name: 'subscriptions', run: () => checkSubscriptions(access) },
    { name: 'statements', run: () => checkStatements(clock, access) },
    { name: 'switches', run: () => checkSwitches(access) },
    { name: 'stopped', run: () => checkStopped(access) },
    { name: 'backup_folder', needs: ['last_backup'], run: ofFolder },
  ];
  return checks.map((check) => ({
    ...check,
    settings: ['DATABASE_URL'],
    needs: ['schema', ...(check.needs ?? [])],
  }));
}

export function backupChecks({ config, clock }: UnderExamination): Check[] {
  return [
    { name: 'last_backup', follows: ['backup_folder'], run: () => checkLastBackup(config.backupDir, clock) },
    { name: 'encryption', run: () => checkEncryption(config) },
  ];
}

async function checkEvents(clock: Clock, access: DatabaseAccess): Promise<Finding> {
  const [backlog] = await selectBacklog(await access.app(), { now: clock.now() });
  if (!backlog?.oldestAt) return ok('none waits');
  const ageMs = clock.now().getTime() - backlog.oldestAt.getTime();
  const finding = `${backlog.events} waiting to be distributed, the oldest for ${describeSpan(ageMs)}`;
  if (ageMs <= WAITING_PROBLEM_MS) return ok(finding);
  return problem(
    finding,
    'Nothing is lost, but partners hear nothing. Restart the service if it runs; its log says why.',
  );
}

async function checkDeliveries(clock: Clock, access: DatabaseAccess): Promise<Finding> {
  const now = clock.now();
  const [oldest] = await selectOldestDue(await access.app(), { now });
  if (!oldest) return ok('none is overdue');
  const lateMs = now.getTime() - oldest.dueAt.getTime();
  const finding = `one to ${oldest.partner} (${oldest.community}) is due for ${describeSpan(lateMs)}`;
  if (lateMs <= WAITING_PROBLEM_MS) return ok(finding);
  return problem(
    finding,
    'If only this partner waits, its receiver is slow: look at its webhooks in the console. Else restart the service.',
  );
}

async function checkSubscriptions(access: DatabaseAccess): Promise<Finding> {
  const rows = await selectDisabledSubscriptions(await access.app());
  if (rows.length === 0) return ok('none is disabled');
  const finding = rows.map(({ partner, community, count }) => `${partner} (${community}) ${count}`);
  return note(
    `disabled: ${describeList(finding)}`,
    'Their receivers have failed for days, or a key was lost. Tell the partners; they set status to active.',
  );
}

async function checkStatements(clock: Clock, access: DatabaseAccess): Promise<Finding> {
  const [oldest] = await selectOldestOpenDay(await access.app());
  if (!oldest) return ok('no partner has any');
  const ageMs = clock.now().getTime() - Date.parse(`${oldest.day}T00:00:00Z`);
  if (ageMs <= OPEN_DAY_PROBLEM_MS) return ok('all past days are final');
  return problem(
    `${oldest.day} of ${oldest.partner} (${oldest.community}) is not final yet`,
    'The worker closes days at 00:15 UTC: restart the service if it runs; its log says why.',
  );
}

async function checkStopped(access: DatabaseAccess): Promise<Finding> {
  const rows = await selectStopped(await access.app());
  if (rows.length === 0) return ok('every community is at work');
  const finding = rows.map(({ slug, isPutBack }) => `${slug} (${isPutBack ? 'being put back' : 'moving'})`);
  return note(
    `its partners and members get 503: ${describeList(finding)}`,
    'If no such command is running any more, repeat it, or undo it: timebank community restore, or move, with --take-back',
  );
}

async function checkSwitches(access: DatabaseAccess): Promise<Finding> {
  const rows = await selectSwitchesOff(await access.app());
  if (rows.length === 0) return ok('the partner API is on');
  const finding = rows.map(({ community, reason }) => `${community ?? 'the whole installation'} (${reason})`);
  return note(`the partner API is off for ${describeList(finding)}`, 'Switch it on again: timebank api on');
}

async function checkBackupFolder(backupDir: string | undefined, access: DatabaseAccess): Promise<Finding> {
  if (backupDir === undefined) return notChecked('BACKUP_DIR is not set');
  const [row] = await selectInstallationId(await access.app());
  if (!row) return notChecked('the database is not of this version');
  const stranger = await strangerIn(backupDir, installationOf(row));
  if (stranger === undefined) return await checkTrial(backupDir);
  return problem(`${stranger.finding}, so none is made`, stranger.advice);
}

async function checkTrial(backupDir: string): Promise<Finding> {
  const own = `${backupDir} is for this installation alone`;
  const trial = await readTrial(backupDir);
  if (trial?.result === 'failed') {
    const advice = 'Make another ("timebank backup <file>"), restore it on another machine, and keep the older ones.';
    return problem(`${trial.file} could not be restored on trial: ${trial.reason}`, advice);
  }
  return ok(trial?.result === 'restored' ? `${own}; ${trial.file} was restored on trial` : own);
}

async function checkEncryption(config: Config): Promise<Finding> {
  if (config.backupDir === undefined) return notChecked('BACKUP_DIR is not set');
  if (config.backupReadable) return ok('backups are readable, as BACKUP_READABLE says');
  const encryption = await encryptionOf(config);
  if (encryption?.passphrase) return ok('backups are encrypted under a passphrase: keep it elsewhere as well');
  if (encryption?.recipients) return ok(`backups are encrypted for ${encryption.recipients.length} recipients`);
  return problem(
    'whoever has a backup reads every name and the secret key in it',
    'Set BACKUP_RECIPIENTS_FILE or BACKUP_PASSPHRASE_FILE, or say with BACKUP_READABLE=yes that this is meant.',
  );
}

async function checkLastBackup(backupDir: string | undefined, clock: Clock): Promise<Finding> {
  if (backupDir === undefined) {
    return note('BACKUP_DIR is not set, so the service makes none', 'Set it, or run "timebank backup" every day.');
  }
  try {
    await accessFile(backupDir, fs.R_OK | fs.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return blocking(problemOf(describeNoBackupFolder(backupDir)));
    const advice = 'Mount its disk, let the user of the service write there, or correct BACKUP_DIR.';
    return problem(`${backupDir} cannot be read (${code})`, advice);
  }
  const [newest] = await listBackups(backupDir);
  const advice = 'The log of the service says why ("the backup failed"). Make one now: timebank backup <file>';
  if (newest === undefined) return problem(`there is none in ${backupDir}`, advice);
  const ageMs = clock.now().getTime() - newest.at.getTime();
  const finding = `${newest.path}, ${describeSpan(ageMs)} old`;
  return ageMs > BACKUP_PROBLEM_MS ? problem(finding, advice) : ok(finding);
}
