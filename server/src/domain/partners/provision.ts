/** Partners: created, changed, suspended. The console and the command line both come here; every act is audited. */
import { hoursFromSeconds } from '@timebank/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { type Actor, actorOf, appendAudit } from '../audit/append.ts';
import { addSecretIn } from './credentials.ts';
import {
  type CredentialRow,
  insertPartner,
  insertSettlementAccount,
  lockPartner,
  type PartnerRow,
  type PartnerStatus,
  selectCommunityKind,
  selectCredentials,
  selectPartner,
  selectPartnerByClientId,
  selectPartners,
  updatePartnerRow,
  updatePartnerStatus,
} from './queries.ts';
import { newClientId } from './secrets.ts';
import { checkSettings, DEFAULT_SETTINGS, type PartnerSettings, type PartnerSettingsInput } from './settings.ts';

/** Which partner, and who acts (`command`, `administrator:3`), for the audit log. */
export interface PartnerAct extends Actor {
  readonly communityId: number;
  readonly partnerId: number;
}

export interface NewPartner extends Partial<PartnerSettingsInput>, Actor {
  readonly communityId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** `pending`: provisioned but not yet let in; the API answers it as a wrong secret. */
  readonly status?: 'pending' | 'active';
}

/** The only time the secret is readable. */
export interface CreatedPartner {
  readonly partnerId: number;
  readonly clientId: string;
  readonly credentialId: number;
  readonly clientSecret: string;
}

/** A partner with its secrets, newest last. */
export interface ListedPartner extends PartnerRow {
  readonly credentials: readonly CredentialRow[];
}

/**
 * Creates a partner with its settlement account and its first secret, in one transaction.
 * @throws refusal validation_failed, not_found (the community)
 */
export async function addPartner(database: Database, clock: Clock, partner: NewPartner): Promise<CreatedPartner> {
  const { communityId, status = 'active' } = partner;
  const actor = actorOf(partner);
  const settings = checkSettings({ ...DEFAULT_SETTINGS, ...partner });
  const at = clock.now();
  return await database.transaction(async (transaction) => {
    const [community] = await selectCommunityKind(transaction, communityId);
    if (!community) throw refusal('not_found', 'There is no such community.');
    const clientId = newClientId(community.kind);
    const [row] = await insertPartner(
      transaction,
      communityId,
      settings.name,
      status,
      clientId,
      settings.scopes,
      settings.allowedAddresses,
      settings.rateLimitPerMinute,
      settings.maxCreditSeconds,
      settings.maxMemberDaySeconds,
      settings.maxPartnerDaySeconds,
      at,
    );
    const partnerId = (row as { id: number }).id;
    await insertSettlementAccount(transaction, communityId, partnerId, at);
    const details = { after: { status, ...auditedSettings(settings) } };
    await appendAudit(transaction, [
      { communityId, at, ...actor, action: 'partner.created', subject: `partner:${partnerId}`, details },
    ]);
    const secret = await addSecretIn(transaction, { communityId, partnerId, ...actor }, community.kind, at);
    return { partnerId, clientId, ...secret };
  });
}

/**
 * Changes the given settings; a scope taken away or an address bites on the next request.
 * @throws refusal validation_failed, not_found
 */
export async function changePartner(
  database: Database,
  clock: Clock,
  act: PartnerAct,
  changes: Partial<PartnerSettingsInput>,
  admit: (before: PartnerSettings, after: PartnerSettings) => void = () => {},
): Promise<void> {
  const { communityId, partnerId } = act;
  const at = clock.now();
  await database.transaction(async (transaction) => {
    await findLocked(transaction, act);
    const [row] = await selectPartner(transaction, communityId, partnerId);
    const before = row as PartnerRow;
    const after = checkSettings({ ...before, ...changes });
    admit(before, after);
    const details = changesBetween(auditedSettings(before), auditedSettings(after));
    if (Object.keys(details.after).length === 0) return;
    await updatePartnerRow(
      transaction,
      communityId,
      partnerId,
      after.name,
      after.scopes,
      after.allowedAddresses,
      after.rateLimitPerMinute,
      after.maxCreditSeconds,
      after.maxMemberDaySeconds,
      after.maxPartnerDaySeconds,
      at,
    );
    await appendAudit(transaction, [
      { communityId, at, ...actorOf(act), action: 'partner.updated', subject: `partner:${partnerId}`, details },
    ]);
  });
}

/**
 * Shuts a partner out from the next request on; its events are held.
 * @throws refusal not_found
 */
export async function suspendPartner(database: Database, clock: Clock, act: PartnerAct): Promise<void> {
  await setStatus(database, clock, act, 'suspended', 'partner.suspended');
}

/**
 * Lets a pending or suspended partner in.
 * @throws refusal not_found
 */
export async function activatePartner(database: Database, clock: Clock, act: PartnerAct): Promise<void> {
  await setStatus(database, clock, act, 'active', 'partner.activated');
}

async function setStatus(
  database: Database,
  clock: Clock,
  act: PartnerAct,
  status: PartnerStatus,
  action: string,
): Promise<void> {
  const { communityId, partnerId } = act;
  const at = clock.now();
  await database.transaction(async (transaction) => {
    const before = await findLocked(transaction, act);
    if (before.status === status) return;
    await updatePartnerStatus(transaction, communityId, partnerId, status, at);
    const details = { before: { status: before.status }, after: { status } };
    const subject = `partner:${partnerId}`;
    await appendAudit(transaction, [{ communityId, at, ...actorOf(act), action, subject, details }]);
  });
}

/** Settings as the audit log tells them: the names and units of the wire. */
function auditedSettings(settings: PartnerSettings): Readonly<Record<string, unknown>> {
  const hours = (seconds: number | null) => (seconds === null ? null : hoursFromSeconds(seconds));
  return {
    name: settings.name,
    scopes: settings.scopes,
    allowed_addresses: settings.allowedAddresses,
    rate_limit_per_minute: settings.rateLimitPerMinute,
    max_credit_hours: hours(settings.maxCreditSeconds),
    max_member_day_hours: hours(settings.maxMemberDaySeconds),
    max_partner_day_hours: hours(settings.maxPartnerDaySeconds),
  };
}

/** What differs, before and after. */
function changesBetween(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (of: Readonly<Record<string, unknown>>) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  return { before: pick(before), after: pick(after) };
}

async function findLocked(transaction: Transaction, act: PartnerAct) {
  const [partner] = await lockPartner(transaction, act.communityId, act.partnerId);
  if (!partner) throw refusal('not_found', 'There is no such partner.');
  return partner;
}

/** All partners of a community with their secrets as hints, oldest first. */
export async function readPartners(database: Database, communityId: number): Promise<ListedPartner[]> {
  const [partners, credentials] = await Promise.all([
    selectPartners(database.reads, communityId),
    selectCredentials(database.reads, communityId),
  ]);
  return partners.map((partner) => ({
    ...partner,
    credentials: credentials.filter((credential) => credential.partnerId === partner.id),
  }));
}

/**
 * The partner with this client id, in whichever community.
 * @throws refusal not_found
 */
export async function findPartnerByClientId(database: Database, clientId: string): Promise<PartnerRow> {
  const [partner] = await selectPartnerByClientId(database.reads, clientId);
  if (!partner) throw refusal('not_found', 'There is no partner with this client id.');
  return partner;
}
