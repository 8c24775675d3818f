/** Partners: created, changed, suspended. The console and the command line both come here; every act is audited. */
import { hoursFromSeconds, type PartnerStatus } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../change/change.ts';
import type { Database, Transaction } from '../database/query.ts';
import { fillCreditDays } from '../ledger/queries.ts';
import { lockSettlement } from '../statements/queries.ts';
import { addSecretIn } from './credentials.ts';
import { selectKeys } from './key-queries.ts';
import type { PublicKey } from './public-keys.ts';
import {
  type CredentialRow,
  insertPartner,
  insertSettlementAccount,
  lockCommunityMark,
  lockPartner,
  type PartnerRow,
  selectCredentials,
  selectPartner,
  selectPartnerByClientId,
  selectPartners,
  updatePartnerRow,
  updatePartnerStatus,
} from './queries.ts';
import { newClientId } from './secrets.ts';
import {
  changedContact,
  checkSettings,
  DEFAULT_SETTINGS,
  type PartnerSettings,
  type PartnerSettingsInput,
} from './settings.ts';

/** Which partner, and who acts (`command`, `administrator:3`), for the audit log. */
export interface PartnerAct extends CommunityAct {
  readonly partnerId: number;
}

export interface NewPartner extends Partial<PartnerSettingsInput> {
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

/** A partner with its secrets and keys, newest last. */
export interface ListedPartner extends PartnerRow {
  readonly credentials: readonly CredentialRow[];
  readonly keys: readonly PublicKey[];
}

/**
 * Creates a partner with its settlement account and its first secret, in one transaction.
 * @throws refusal validation_failed, not_found (the community)
 */
export async function addPartner(deps: ChangeDeps, act: CommunityAct, partner: NewPartner): Promise<CreatedPartner> {
  const { communityId } = act;
  const { status = 'active' } = partner;
  const settings = checkSettings({ ...DEFAULT_SETTINGS, ...partner });
  return await change(deps, act, async (within) => {
    const { transaction, at } = within;
    const [community] = await lockCommunityMark(transaction, { communityId });
    if (!community) throw refusal('not_found', 'There is no such community.');
    const clientId = newClientId(community);
    const [row] = await insertPartner(transaction, { ...settings, communityId, status, clientId, createdAt: at });
    const partnerId = (row as { id: number }).id;
    await insertSettlementAccount(transaction, { communityId, partnerId, createdAt: at });
    within.audit('partner.created', `partner:${partnerId}`, { after: { status, ...auditedSettings(settings) } });
    const secret = await addSecretIn(within, { communityId, partnerId }, community.kind);
    return { partnerId, clientId, ...secret };
  });
}

/**
 * Changes the given settings; a scope taken away or an address bites on the next request.
 * @throws refusal validation_failed, not_found
 */
export async function changePartner(
  deps: ChangeDeps,
  act: PartnerAct,
  changes: Partial<PartnerSettingsInput>,
  admit: (before: PartnerSettings, after: PartnerSettings) => void = () => {},
): Promise<void> {
  const { communityId, partnerId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    // Before the partner, as in the closing of a day; credits wait, so that the totals miss none.
    const capped = [changes.maxMemberDaySeconds, changes.maxPartnerDaySeconds].some((cap) => cap != null);
    if (capped) await lockSettlement(transaction, { communityId, partnerId });
    await findLocked(transaction, act);
    const [row] = await selectPartner(transaction, { communityId, partnerId });
    const before = row as PartnerRow;
    const after = checkSettings({ ...before, ...changes });
    admit(before, after);
    const details = changesBetween(auditedSettings(before), auditedSettings(after));
    const fields = changedContact(before, after);
    if (Object.keys(details.after).length === 0 && fields.length === 0) return;
    await updatePartnerRow(transaction, { ...after, communityId, partnerId, updatedAt: at });
    if (capped) await fillCreditDays(transaction, { communityId, partnerId });
    audit('partner.updated', `partner:${partnerId}`, { ...details, ...(fields.length > 0 ? { fields } : {}) });
  });
}

/**
 * Shuts a partner out from the next request on; its events are held.
 * @throws refusal not_found
 */
export async function suspendPartner(deps: ChangeDeps, act: PartnerAct): Promise<void> {
  await setStatus(deps, act, 'suspended', 'partner.suspended');
}

/**
 * Lets a pending or suspended partner in; what was held meanwhile is sent.
 * @throws refusal not_found
 */
export async function activatePartner(deps: ChangeDeps, act: PartnerAct): Promise<void> {
  await setStatus(deps, act, 'active', 'partner.activated');
}

async function setStatus(deps: ChangeDeps, act: PartnerAct, status: PartnerStatus, action: string): Promise<void> {
  const { communityId, partnerId } = act;
  await change(deps, act, async ({ transaction, at, audit, wake }) => {
    const before = await findLocked(transaction, act);
    if (before.status === status) return;
    await updatePartnerStatus(transaction, { communityId, partnerId, status, updatedAt: at });
    audit(action, `partner:${partnerId}`, { before: { status: before.status }, after: { status } });
    if (status === 'active') wake();
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

/** The settings that differ, before and after. */
export function changesBetween(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (of: Readonly<Record<string, unknown>>) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  return { before: pick(before), after: pick(after) };
}

/** @throws refusal not_found */
export async function findLocked(
  transaction: Transaction,
  { communityId, partnerId }: Pick<PartnerAct, 'communityId' | 'partnerId'>,
) {
  const [partner] = await lockPartner(transaction, { communityId, partnerId });
  if (!partner) throw refusal('not_found', 'There is no such partner.');
  return partner;
}

/** All partners of a community with their secrets as hints and their keys, oldest first. */
export async function readPartners(database: Database, communityId: number): Promise<ListedPartner[]> {
  const [partners, credentials, keys] = await Promise.all([
    selectPartners(database.reads, { communityId }),
    selectCredentials(database.reads, { communityId }),
    selectKeys(database.reads, { communityId }),
  ]);
  return partners.map((partner) => ({
    ...partner,
    credentials: credentials.filter((credential) => credential.partnerId === partner.id),
    keys: keys.filter((row) => row.partnerId === partner.id).map(({ key }) => key),
  }));
}

/**
 * The partner with this client id, in whichever community.
 * @throws refusal not_found
 */
export async function findPartnerByClientId(database: Database, clientId: string): Promise<PartnerRow> {
  const [partner] = await selectPartnerByClientId(database.reads, { clientId });
  if (!partner) throw refusal('not_found', 'There is no partner with this client id.');
  return partner;
}
