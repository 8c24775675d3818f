/**
 * The account of an identity at the provider. It is never found by e-mail: only issuer and subject name a person for
 * good.
 */
import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@timebank/contract';
import type { ProviderReason } from '../../../../console/desk/contract/errors.ts';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { endSessionsOfIdentity, selectMemberships } from '../../../../console/desk/session-queries.ts';
import type { OidcConfig } from '../../../../core/base/oidc-config.ts';
import type { Change } from '../../../../core/change/change.ts';
import { selectCommunityBySlug } from '../../../../core/communities/queries.ts';
import type { ProvedIdentity } from '../../oidc/provider.ts';
import { insertAccountIn } from './accounts.ts';
import {
  deleteIdentity,
  type IdentityRow,
  insertIdentity,
  lockIdentity,
  selectIdentities,
  selectIdentity,
  updateIdentityUsed,
  upsertRole,
} from './identity-queries.ts';
import { lockInvitationsOf } from './invitation-queries.ts';
import { type Acceptance, grantInvitedRoleIn } from './invitations.ts';
import { lockAdministrator, selectProvedAddress, updateAddressProved, updateOperator } from './queries.ts';
import { removeRoleIn } from './remove.ts';

/** More than there are providers in the life of an installation. */
export const IDENTITIES_MAX = 20;
const NAME_LENGTH_MAX = 200;
/** The actor of changes of roles that follow the provider's claim. */
const PROVIDER_ACTOR = 'identity provider';

type IdentityChange = Pick<Change, 'transaction' | 'at' | 'auditAs'>;
/** The account, or why there is none. */
export type FoundAccount =
  | { readonly administratorId: number; readonly identityId: number; readonly refused?: undefined }
  | { readonly administratorId?: number | undefined; readonly refused: ProviderReason };

/**
 * Finds the account of a person who has signed in at the provider; makes it for an invited address that the provider
 * has verified, or from the claim. What the claim took away is gone even if nobody is let in.
 */
export async function accountOfIdentityIn(
  within: IdentityChange,
  identity: ProvedIdentity,
  settings: OidcConfig,
  from: Acceptance,
): Promise<FoundAccount> {
  const known = await knownAccountIn(within, identity, settings, from);
  if (known) return known;
  // The second of two sign-ins at once meets the account that the other sign-in has just made.
  await lockIdentity(within.transaction, { issuer: identity.issuer, subject: identity.subject });
  return (
    (await knownAccountIn(within, identity, settings, from)) ?? (await makeAccountIn(within, identity, settings, from))
  );
}

async function knownAccountIn(
  within: IdentityChange,
  identity: ProvedIdentity,
  settings: OidcConfig,
  from: Acceptance,
): Promise<FoundAccount | undefined> {
  const { transaction, at } = within;
  const [known] = await selectIdentity(transaction, { issuer: identity.issuer, subject: identity.subject });
  if (!known) return undefined;
  const { administratorId } = known;
  await lockAdministrator(transaction, { administratorId });
  const [used] = await updateIdentityUsed(transaction, { id: known.id, administratorId, at });
  if (!used) return undefined;
  if (known.followsClaim && settings.roleClaim !== undefined) {
    await followClaimIn(within, administratorId, identity, settings, from);
  }
  await proveAddressIn(within, administratorId, identity);
  const [account] = await lockAdministrator(transaction, { administratorId });
  if (account?.hasRole) return { administratorId, identityId: known.id };
  // The use is noted with the failure, which the caller audits in this change.
  return { administratorId, refused: 'no_role' };
}

async function makeAccountIn(
  within: IdentityChange,
  identity: ProvedIdentity,
  settings: OidcConfig,
  from: Acceptance,
): Promise<FoundAccount> {
  const { transaction, at } = within;
  const { email, emailVerified } = identity;
  const byClaim = (await rolesOfIn(within, identity, settings)).size > 0;
  if (byClaim) {
    if (email === undefined || emailVerified === false) return { refused: 'email_unverified' };
    const id = await newAccountIn(within, email, identity);
    if (id === undefined) return { refused: 'address_taken' };
    const identityId = await linkNewIn(within, id, identity, true, from);
    await followClaimIn(within, id, identity, settings, from, true);
    return { administratorId: id, identityId };
  }
  if (email === undefined || emailVerified !== true) {
    return { refused: settings.roleClaim === undefined ? 'email_unverified' : 'no_role' };
  }
  const invitations = await lockInvitationsOf(transaction, { email, now: at });
  if (invitations.length === 0) return { refused: settings.roleClaim === undefined ? 'no_account' : 'no_role' };
  const id = await newAccountIn(within, email, identity);
  if (id === undefined) return { refused: 'address_taken' };
  const identityId = await linkNewIn(within, id, identity, false, from);
  for (const invitation of invitations) await grantInvitedRoleIn(within, invitation, id, from);
  return { administratorId: id, identityId };
}

/**
 * A new account. An address that the provider vouches for is taken from accounts that merely call themselves so.
 * @returns undefined when the provider has vouched for another account's right to the address
 */
async function newAccountIn(
  { transaction, at }: IdentityChange,
  address: string,
  { name, emailVerified }: ProvedIdentity,
): Promise<number | undefined> {
  const [owner] = await selectProvedAddress(transaction, { address, butAdministratorId: null });
  if (owner) return undefined;
  const called = (name ?? address).slice(0, NAME_LENGTH_MAX);
  const isProved = emailVerified === true;
  const id = await insertAccountIn(transaction, at, { address, name: called, passwordHash: null, isProved });
  if (isProved) await updateAddressProved(transaction, { administratorId: id, address, at });
  return id;
}

/** The provider vouches for the address that the account has. */
async function proveAddressIn(
  { transaction, at }: IdentityChange,
  administratorId: number,
  { email, emailVerified }: ProvedIdentity,
): Promise<void> {
  if (email === undefined || emailVerified !== true) return;
  const [account] = await lockAdministrator(transaction, { administratorId });
  if (account?.signInAddress !== email) return;
  const [owner] = await selectProvedAddress(transaction, { address: email, butAdministratorId: administratorId });
  if (!owner) await updateAddressProved(transaction, { administratorId, address: email, at });
}

async function linkNewIn(
  { transaction, at, auditAs }: IdentityChange,
  administratorId: number,
  { issuer, subject }: ProvedIdentity,
  followsClaim: boolean,
  { address, requestId }: Acceptance,
): Promise<number> {
  const [linked] = await insertIdentity(transaction, { administratorId, issuer, subject, followsClaim, at });
  if (!linked) throw new Error('a person of the provider who has just got another account');
  await updateIdentityUsed(transaction, { id: linked.id, administratorId, at });
  const actor = `administrator:${administratorId}`;
  auditAs({ communityId: null, actor, address, requestId }, 'administrator.identity_linked', actor, {
    identity_id: linked.id,
    by: followsClaim ? 'claim' : 'invitation',
  });
  return linked.id;
}

/** The roles that the claim gives, by the community's id; of several for one community the highest. */
async function rolesOfIn(
  { transaction }: Pick<IdentityChange, 'transaction'>,
  { groups }: ProvedIdentity,
  { roles }: OidcConfig,
): Promise<Map<number, AdministratorRole>> {
  const given = new Map<number, AdministratorRole>();
  for (const rule of roles) {
    if (rule.role === 'operator' || !groups.includes(rule.value)) continue;
    const [community] = await selectCommunityBySlug(transaction, { slug: rule.community });
    if (!community) continue;
    const other = given.get(community.id);
    if (other === undefined || rank(rule.role) < rank(other)) given.set(community.id, rule.role);
  }
  return given;
}

const rank = (role: AdministratorRole) => ADMINISTRATOR_ROLES.indexOf(role);

/** Makes the roles what the claim says. */
async function followClaimIn(
  within: IdentityChange,
  administratorId: number,
  identity: ProvedIdentity,
  settings: OidcConfig,
  { address, requestId }: Acceptance,
  isNew = false,
): Promise<void> {
  const { transaction, at, auditAs } = within;
  const subject = `administrator:${administratorId}`;
  const by = (communityId: number | null) => ({ communityId, actor: PROVIDER_ACTOR, address, requestId });
  const wanted = await rolesOfIn(within, identity, settings);
  const held = await selectMemberships(transaction, { administratorId });
  // New roles come first: with the last role an account loses more than the role.
  for (const [communityId, role] of wanted) {
    const before = held.find((one) => one.communityId === communityId)?.role;
    if (before === role) continue;
    await upsertRole(transaction, { communityId, administratorId, role });
    auditAs(by(communityId), 'administrator.role_changed', subject, {
      before: { role: before ?? null },
      after: { role },
    });
  }
  for (const { communityId, role } of held) {
    if (wanted.has(communityId)) continue;
    const audit: Change['audit'] = (action, of, details) => auditAs(by(communityId), action, of, details);
    await removeRoleIn({ transaction, at, audit }, communityId, administratorId, role);
  }
  const operators = settings.roles.filter(({ role }) => role === 'operator').map(({ value }) => value);
  const [account] = await lockAdministrator(transaction, { administratorId });
  // Where no group makes operators the command line does; and the first to come is none by chance.
  if (!account || (operators.length === 0 && !isNew)) return;
  const isOperator = operators.some((value) => identity.groups.includes(value));
  if (account.isOperator === isOperator) return;
  await updateOperator(transaction, { administratorId, isOperator });
  auditAs(by(null), 'administrator.operator_changed', subject, { after: { is_operator: isOperator } });
}

/**
 * Links the account of a person who is signed in, and has just signed in at the provider as well.
 * @throws Refusal state_conflict when either of them is linked already
 */
export async function linkIdentityIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  administratorId: number,
  { issuer, subject }: ProvedIdentity,
): Promise<void> {
  await lockAdministrator(transaction, { administratorId });
  const identity = { administratorId, issuer, subject, followsClaim: false, at };
  const [linked] = await insertIdentity(transaction, identity);
  if (!linked) {
    throw consoleConflict(
      'identity_linked',
      'Your account is linked already, or the person you are at the identity provider has another account here.',
    );
  }
  audit('administrator.identity_linked', `administrator:${administratorId}`, { identity_id: linked.id, by: 'person' });
}

/**
 * Removes a link; the sessions that it has begun end.
 * @param hasOtherWay whether the person gets in without it
 * @throws Refusal identity_not_found; state_conflict when it is the only way in
 */
export async function unlinkIdentityIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  administratorId: number,
  id: number | undefined,
  hasOtherWay: (account: { readonly hasPassword: boolean; readonly others: readonly IdentityRow[] }) => boolean,
): Promise<number> {
  const [account] = await lockAdministrator(transaction, { administratorId });
  const all = await selectIdentities(transaction, { administratorId, limit: IDENTITIES_MAX });
  const own = all.find((one) => one.id === id);
  if (!own || !account) throw consoleRefusal('identity_not_found', 'Your account has no such link.');
  const others = all.filter((one) => one !== own);
  if (!hasOtherWay({ hasPassword: account.passwordHash !== null, others })) {
    throw consoleConflict('only_way_in', 'This is your only way in. Another one must be there first.');
  }
  await deleteIdentity(transaction, { administratorId, id: own.id });
  await endSessionsOfIdentity(transaction, { administratorId, identityId: own.id, at });
  audit('administrator.identity_unlinked', `administrator:${administratorId}`, { identity_id: own.id });
  return own.id;
}
