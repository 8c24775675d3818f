/** /communities/{slug}/administrators: who may use the console of a community. */

import { actOf, type CommunityHandler, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { change } from '../../../../core/change/change.ts';
import type { Queryable, Transaction } from '../../../../core/database/query.ts';
import {
  Administrator,
  type changeAdministratorRole,
  type createSetupLink,
  Invitation,
  type inviteAdministrator,
  type listAdministrators,
  type listInvitations,
  type removeAdministrator,
  type withdrawInvitation,
} from '../../contract/communities.ts';
import { selectInvitations } from '../../domain/administrators/invitation-queries.ts';
import { inviteIn, removeInvitationIn } from '../../domain/administrators/invitations.ts';
import { removeRoleIn } from '../../domain/administrators/remove.ts';
import { addSetupLinkIn, setupUrl } from '../../domain/administrators/setup-links.ts';
import {
  hasOtherRoles,
  type ListedAdministrator,
  lockRoles,
  selectAdministrator,
  selectAdministrators,
  updateRole,
} from '../../domain/communities/console-queries.ts';
import { checkLocalAccounts } from '../session/local-accounts.ts';

const ADMINISTRATORS_MAX = 500;

export const listAdministratorsHandler: CommunityHandler<typeof listAdministrators> = async ({ membership }, deps) => {
  const rows = await selectAdministrators(deps.database.reads, {
    communityId: membership.communityId,
    limit: ADMINISTRATORS_MAX,
  });
  return {
    data: rows.map(present),
    meta: { per_page: ADMINISTRATORS_MAX, has_more: false, next_cursor: null },
  };
};

export const inviteAdministratorHandler: ConsoleHandler<typeof inviteAdministrator> = async (call, deps) => {
  const act = actOf(call);
  const { id, token, expiresAt } = await change(deps, act, (within) => inviteIn(within, act.communityId, call.body));
  return {
    data: {
      invitation_id: id,
      setup_url: setupUrl(call.origin, call.params.slug, token),
      expires_at: expiresAt.toISOString(),
    },
  };
};

export const listInvitationsHandler: CommunityHandler<typeof listInvitations> = async ({ membership }, deps) => {
  const rows = await selectInvitations(deps.database.reads, {
    communityId: membership.communityId,
    limit: ADMINISTRATORS_MAX,
  });
  const now = deps.clock.now();
  const data = rows.map(
    (row): Invitation => ({
      ...shownAs(Invitation, row),
      status: row.expiresAt > now ? 'pending' : 'expired',
      mail: row.mailState && { state: row.mailState, error: row.mailError },
    }),
  );
  return { data, meta: { per_page: ADMINISTRATORS_MAX, has_more: false, next_cursor: null } };
};

export const withdrawInvitationHandler: ConsoleHandler<typeof withdrawInvitation> = async (call, deps) => {
  const id = readNumber(call.params.invitationId) ?? 0;
  const act = actOf(call);
  await change(deps, act, (within) => removeInvitationIn(within, act.communityId, id));
  return { data: { id, deleted: true } };
};

export const changeAdministratorRoleHandler: ConsoleHandler<typeof changeAdministratorRole> = async (call, deps) => {
  const { communityId } = call.membership;
  const { role } = call.body;
  return await change(deps, actOf(call), async ({ transaction, audit }) => {
    const { id, before } = await lockNotLastOwner(transaction, communityId, call.params.administratorId, role);
    if (before !== role) {
      await updateRole(transaction, { communityId, administratorId: id, role });
      const details = { before: { role: before }, after: { role } };
      audit('administrator.role_changed', `administrator:${id}`, details);
    }
    return { data: present(await find(transaction, communityId, id)) };
  });
};

export const removeAdministratorHandler: ConsoleHandler<typeof removeAdministrator> = async (call, deps) => {
  const { communityId } = call.membership;
  return await change(deps, actOf(call), async (within) => {
    const { transaction } = within;
    const { id, before } = await lockNotLastOwner(transaction, communityId, call.params.administratorId, undefined);
    await removeRoleIn(within, communityId, id, before);
    return { data: { id, deleted: true } };
  });
};

export const createSetupLinkHandler: ConsoleHandler<typeof createSetupLink> = async (call, deps) => {
  const { communityId } = call.membership;
  checkLocalAccounts(deps.config);
  return await change(deps, actOf(call), async (within) => {
    const { transaction } = within;
    const { id } = await find(transaction, communityId, readNumber(call.params.administratorId));
    const [other] = await hasOtherRoles(transaction, { administratorId: id, communityId });
    if (other?.elsewhere) {
      throw consoleConflict(
        'operator_makes_link',
        'This person administers other communities, too; the operator makes the link: timebank admin setup-link.',
      );
    }
    const { token, expiresAt } = await addSetupLinkIn(within, communityId, id);
    return {
      data: {
        administrator_id: id,
        setup_url: setupUrl(call.origin, call.params.slug, token),
        expires_at: expiresAt.toISOString(),
      },
    };
  });
};

/** @throws Refusal administrator_not_found; state_conflict when the community would be left without an owner */
async function lockNotLastOwner(
  transaction: Transaction,
  communityId: number,
  text: string | undefined,
  roleAfter: string | undefined,
): Promise<{ readonly id: number; readonly before: string }> {
  const id = readNumber(text);
  const roles = await lockRoles(transaction, { communityId });
  const own = roles.find(({ administratorId }) => administratorId === id);
  if (!own) throw notFound();
  const owners = roles.filter(({ role }) => role === 'owner');
  if (own.role === 'owner' && owners.length === 1 && roleAfter !== 'owner') {
    throw consoleConflict(
      'last_owner',
      'A community keeps at least one owner; make another administrator owner first.',
    );
  }
  return { id: own.administratorId, before: own.role };
}

async function find(on: Queryable, communityId: number, id: number | undefined): Promise<ListedAdministrator> {
  const [row] = id === undefined ? [] : await selectAdministrator(on, { communityId, administratorId: id });
  if (!row) throw notFound();
  return row;
}

function notFound() {
  return consoleRefusal('administrator_not_found', 'This community has no such administrator.');
}

const present = (row: ListedAdministrator): Administrator => shownAs(Administrator, row);
