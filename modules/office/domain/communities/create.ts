/** Communities: created with the accounts every ledger needs, listed, and their partner API switched off and on. */
import { COMMUNITY_FIELDS, type CommunityKind, STEPS_MINUTES, type Visibility } from '@timebank/contract';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { invalidField, refusal } from '../../../../core/base/refusal.ts';
import type { Actor } from '../../../../core/change/audit/append.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { findCommunity } from '../../../../core/communities/find.ts';
import { SANDBOX_UPPER_BALANCE_SECONDS } from '../../../../core/communities/outcomes.ts';
import {
  type CommunityRow,
  insertCommunity,
  insertCommunityAccounts,
  updateCommunityApiSwitch,
  updateInstallationApiSwitch,
} from '../../../../core/communities/queries.ts';
import { updateListingSettingsRow } from '../../../../core/people/listings/ending-queries.ts';
import { fillSandboxIn } from './fill.ts';

export interface NewCommunity {
  /** Lower-case letters, digits and hyphens, 1 to 63, for ever. */
  readonly slug: string;
  readonly name: string;
  /** A sandbox is filled with invented members; its secrets are marked as such. */
  readonly kind?: CommunityKind;
  /** `listed_with_email` in a sandbox, otherwise `listed`: no partner reads an address until a person decides so. */
  readonly defaultVisibility?: Visibility;
  readonly exchangeStepMinutes?: number;
}

/** After which listings of a new live community end, unless it decides otherwise. */
const LISTING_MONTHS = 6;
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * Creates a community with its chest and its opening account, and fills a sandbox, in one transaction.
 * @throws refusal validation_failed naming the fields
 */
export async function addCommunity(deps: ChangeDeps, by: Actor, community: NewCommunity): Promise<CommunityRow> {
  const { slug, kind = 'live', exchangeStepMinutes = 1 } = community;
  const { defaultVisibility = kind === 'sandbox' ? 'listed_with_email' : 'listed' } = community;
  if (!SLUG.test(slug)) {
    throw invalidField('slug', 'invalid', 'slug must be 1 to 63 lower-case letters, digits and hyphens.');
  }
  const { name } = readFields({ name: community.name }, { name: COMMUNITY_FIELDS.name });
  if (!STEPS_MINUTES.includes(exchangeStepMinutes)) {
    throw invalidField(
      'exchange_step_minutes',
      'unknown_value',
      `The step must be one of ${STEPS_MINUTES.join(', ')} minutes.`,
    );
  }
  const isSandbox = kind === 'sandbox';
  await change(deps, { ...by, communityId: null }, async (within) => {
    const { transaction, at } = within;
    const rows = await insertCommunity(transaction, {
      slug,
      name,
      kind,
      defaultVisibility,
      exchangeStepMinutes,
      upperBalanceSeconds: isSandbox ? SANDBOX_UPPER_BALANCE_SECONDS : null,
      createdAt: at,
    });
    const id = rows[0]?.id;
    if (id === undefined) throw invalidField('slug', 'taken', `A community with the slug ${slug} exists already.`);
    await insertCommunityAccounts(transaction, { communityId: id, createdAt: at });
    within.founded(id);
    // Nobody renews what is in a sandbox.
    const listingMonths = isSandbox ? null : LISTING_MONTHS;
    await updateListingSettingsRow(transaction, { communityId: id, listingMonths, officeContact: null });
    if (isSandbox) await fillSandboxIn(within, deps.clock, id);
    within.auditAs({ ...by, communityId: id }, 'community.created', `community:${id}`, { slug, kind });
  });
  return await findCommunity(deps.database, slug);
}

/**
 * Switches a community's partner API off (with the reason) or on again (null). It bites on the next request; what was
 * held meanwhile is sent.
 * @throws refusal not_found, validation_failed
 */
export async function switchCommunityApi(
  deps: ChangeDeps,
  act: CommunityAct,
  disabledReason: string | null,
): Promise<void> {
  const { communityId } = act;
  const reason = checkReason(disabledReason);
  await change(deps, act, async ({ transaction, audit, wake }) => {
    const [row] = await updateCommunityApiSwitch(transaction, { communityId, reason });
    if (!row) throw refusal('not_found', 'There is no such community.');
    audit(switched(reason), `community:${communityId}`, { reason });
    if (reason === null) wake();
  });
}

/**
 * The same for all communities of the installation.
 * @throws refusal validation_failed
 */
export async function switchInstallationApi(deps: ChangeDeps, by: Actor, disabledReason: string | null): Promise<void> {
  const reason = checkReason(disabledReason);
  await change(deps, { ...by, communityId: null }, async ({ transaction, audit, wake }) => {
    await updateInstallationApiSwitch(transaction, { reason });
    audit(switched(reason), 'installation', { reason });
    if (reason === null) wake();
  });
}

function switched(reason: string | null): string {
  return reason === null ? 'partner_api.enabled' : 'partner_api.disabled';
}

function checkReason(reason: string | null): string | null {
  if (reason === null) return null;
  return readFields({ reason }, { reason: COMMUNITY_FIELDS.reason }).reason;
}
