/** The installation, a community, its administrators, and the kill switches. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { PERMISSIONS } from '../../../console/desk/contract/routes.ts';
import { lastSignIn } from '../../../console/desk/contract/session.ts';
import { COMMUNITY_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { SCOPES } from '../../../contract/src/operation.ts';
import {
  closedObject,
  component,
  dataOf,
  deletedOf,
  listOf,
  nullable,
  textValue,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { ADMINISTRATOR_ROLES, COMMUNITY_KINDS, MAIL_ERRORS, MAIL_STATES } from '../../../contract/src/words.ts';

export const Reference = component('Reference', 'What the console needs to explain the partner API.', {
  scopes: Type.Array(wordValue(SCOPES, 'A scope.')),
  operations: Type.Array(
    closedObject({
      id: Type.String({ description: 'The operationId, as in the call log.' }),
      method: Type.String(),
      path: Type.String(),
      summary: Type.String(),
      scopes: Type.Array(Type.String()),
    }),
    { description: 'Operations of the partner API.' },
  ),
  errors: Type.Array(
    closedObject({ code: Type.String(), status: Type.Integer(), when: Type.String(), action: Type.String() }),
    { description: 'Error codes of the partner API, as partners read them.' },
  ),
  event_types: Type.Array(
    closedObject({ type: Type.String(), description: Type.String(), scopes: Type.Array(Type.String()) }),
  ),
  audit_actions: Type.Array(Type.String(), { description: 'Actions the audit log may hold.' }),
});
export type Reference = Static<typeof Reference>;

export const getReference = consoleOperation('getReference', {
  route: 'GET /reference',
  access: 'session',
  answer: dataOf(Reference),
});

const switchState = {
  enabled: Type.Boolean({ description: 'Whether the partner API is on.' }),
  reason: nullable(Type.String(), { description: 'Why it is off, else null.' }),
};
const ApiSwitch = closedObject(switchState);

export const Installation = component('Installation', 'What all communities share.', {
  partner_api: ApiSwitch,
  partner_api_url: Type.String({ description: 'Base URL that partners call.' }),
  docs_url: Type.String({ description: "The partner API's documentation." }),
  mode: wordValue(['production', 'demo', 'test'], 'How the service was started.'),
});
export type Installation = Static<typeof Installation>;

export const getInstallation = consoleOperation('getInstallation', {
  route: 'GET /installation',
  access: 'session',
  answer: dataOf(Installation),
});

const switchIn = ($id: string) =>
  component($id, 'Kill switch: off with a reason, or on.', {
    enabled: Type.Boolean({ description: 'If false, every call gets 503 from the next request on.' }),
    reason: Type.Optional(
      fieldSchema(COMMUNITY_FIELDS.reason, 'The reason; required to switch off. Shown to the administrators.'),
    ),
  });

export const switchInstallation = consoleOperation('switchInstallation', {
  route: 'POST /installation/partner-api',
  access: 'session',
  recentPassword: true,
  body: switchIn('InstallationSwitch'),
  answer: dataOf(Installation),
  errors: ['not_permitted'],
  example: { enabled: false, reason: 'Maintenance of the ledger' },
});

export const Community = component('Community', 'One community.', {
  slug: Type.String(),
  name: Type.String(),
  kind: wordValue(COMMUNITY_KINDS, 'A sandbox has fictional members; its partners get test credentials.'),
  role: wordValue(ADMINISTRATOR_ROLES, 'Your role here.'),
  permissions: Type.Array(wordValue(PERMISSIONS, 'What you may do here.')),
  partner_api: closedObject({
    ...switchState,
    installation_enabled: Type.Boolean({
      description: 'False: the operator has switched it off for all communities.',
    }),
    installation_reason: nullable(Type.String()),
  }),
  counts: closedObject({
    partners: Type.Integer({ minimum: 0 }),
    administrators: Type.Integer({ minimum: 0 }),
    active_members: Type.Integer({ minimum: 0 }),
  }),
  created_at: timeValue('When it was created.'),
});
export type Community = Static<typeof Community>;

export const getCommunity = consoleOperation('getCommunity', {
  route: 'GET /communities/{slug}',
  access: 'partners.read',
  answer: dataOf(Community),
});

export const switchCommunity = consoleOperation('switchCommunity', {
  route: 'POST /communities/{slug}/partner-api',
  access: 'switch.write',
  recentPassword: true,
  body: switchIn('CommunitySwitch'),
  answer: dataOf(Community),
  example: { enabled: true },
});

export const resetCommunity = consoleOperation('resetCommunity', {
  route: 'POST /communities/{slug}/reset',
  access: 'settings.write',
  answer: dataOf(Community),
  errors: ['state_conflict'],
});

export const Administrator = component('Administrator', 'A person who may use the console for this community.', {
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  role: wordValue(ADMINISTRATOR_ROLES, 'Role of the person here.'),
  totp_enabled: Type.Boolean(),
  last_sign_in_at: lastSignIn(),
  created_at: timeValue('When the account was created.'),
});
export type Administrator = Static<typeof Administrator>;

export const SetupLinkIssued = component('SetupLinkIssued', 'A one-time link.', {
  administrator_id: Type.Integer(),
  setup_url: Type.String({ description: 'Hand it over through a secure channel. Shown only here; works once.' }),
  expires_at: timeValue('When it expires.'),
});
export type SetupLinkIssued = Static<typeof SetupLinkIssued>;

const roleIn = () => wordValue(ADMINISTRATOR_ROLES, 'What the person may do in this community.');

export const listAdministrators = consoleOperation('listAdministrators', {
  route: 'GET /communities/{slug}/administrators',
  access: 'audit.read',
  answer: listOf(Administrator),
});

export const Invitation = component('Invitation', 'A person who has not accepted yet and has no rights until then.', {
  id: Type.Integer(),
  email: Type.String(),
  role: wordValue(ADMINISTRATOR_ROLES, 'The role that the person will have here.'),
  status: wordValue(['pending', 'expired'], '`expired`: the link no longer works; invite the person again.'),
  created_at: timeValue('When the person was invited.'),
  expires_at: timeValue('When the link expires.'),
  mail: nullable(
    closedObject({
      state: wordValue(MAIL_STATES, 'Where it is; `due` waits to be sent.'),
      error: nullable(wordValue(MAIL_ERRORS, 'Why it did not arrive.')),
    }),
    { description: 'The mail with the link. Null: none is known.' },
  ),
});
export type Invitation = Static<typeof Invitation>;

export const listInvitations = consoleOperation('listInvitations', {
  route: 'GET /communities/{slug}/invitations',
  access: 'audit.read',
  answer: listOf(Invitation),
});

export const withdrawInvitation = consoleOperation('withdrawInvitation', {
  route: 'DELETE /communities/{slug}/invitations/{invitationId}',
  access: 'administrators.write',
  recentPassword: true,
  answer: deletedOf(Type.Integer()),
});

export const inviteAdministrator = consoleOperation('inviteAdministrator', {
  route: 'POST /communities/{slug}/administrators',
  access: 'administrators.write',
  recentPassword: true,
  isWayIn: true,
  body: component('AdministratorInvitation', 'The person and the role.', {
    email: textValue(3, 254, 'E-mail address; the person signs in with it.'),
    role: roleIn(),
  }),
  status: 201,
  answer: closedObject({
    data: closedObject({
      invitation_id: Type.Integer(),
      setup_url: Type.String({
        description: 'Hand it over through a secure channel. Shown only here; works once.',
      }),
      expires_at: timeValue('When it expires.'),
    }),
  }),
  example: { email: 'ben@example.org', role: 'auditor' },
});

export const changeAdministratorRole = consoleOperation('changeAdministratorRole', {
  route: 'PATCH /communities/{slug}/administrators/{administratorId}',
  access: 'administrators.write',
  recentPassword: true,
  isWayIn: true,
  body: component('RoleChange', 'The new role.', { role: roleIn() }),
  answer: dataOf(Administrator),
  errors: ['state_conflict'],
  example: { role: 'administrator' },
});

export const removeAdministrator = consoleOperation('removeAdministrator', {
  route: 'DELETE /communities/{slug}/administrators/{administratorId}',
  access: 'administrators.write',
  recentPassword: true,
  answer: deletedOf(Type.Integer()),
  errors: ['state_conflict'],
});

export const createSetupLink = consoleOperation('createSetupLink', {
  route: 'POST /communities/{slug}/administrators/{administratorId}/set-up-link',
  access: 'administrators.write',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: dataOf(SetupLinkIssued),
  errors: ['local_accounts_off', 'state_conflict'],
});
