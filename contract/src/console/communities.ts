/** The installation, a community, its administrators, and the kill switches. */
import { type Static, Type } from 'typebox';
import { COMMUNITY_FIELDS, fieldSchema } from '../fields.ts';
import { SCOPES } from '../operation.ts';
import { dataOf, deletedOf, listOf, nullable, textValue, timeValue, wordValue } from '../values.ts';
import { ADMINISTRATOR_ROLES, COMMUNITY_KINDS, MAIL_ERRORS, MAIL_STATES } from '../words.ts';
import { consoleOperation } from './operation.ts';
import { PERMISSIONS } from './routes.ts';
import { lastSignIn } from './session.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

export const Reference = Type.Object(
  {
    scopes: Type.Array(wordValue(SCOPES, 'A scope.')),
    operations: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'The operationId, as in the call log.' }),
          method: Type.String(),
          path: Type.String(),
          summary: Type.String(),
          scopes: Type.Array(Type.String()),
        },
        closed,
      ),
      { description: 'Operations of the partner API.' },
    ),
    errors: Type.Array(
      Type.Object({ code: Type.String(), status: Type.Integer(), when: Type.String(), action: Type.String() }, closed),
      { description: 'Error codes of the partner API, as partners read them.' },
    ),
    event_types: Type.Array(
      Type.Object({ type: Type.String(), description: Type.String(), scopes: Type.Array(Type.String()) }, closed),
    ),
    audit_actions: Type.Array(Type.String(), { description: 'Actions the audit log may hold.' }),
  },
  { $id: 'Reference', ...closed, description: 'What the console needs to explain the partner API.' },
);
export type Reference = Static<typeof Reference>;

export const getReference = consoleOperation({
  ...noBody,
  id: 'getReference',
  tag: 'Installation',
  summary: 'Operations, error codes and event kinds of the partner API.',
  access: 'session',
  success: {
    status: 200,
    description: 'The same for everyone.',
    schema: dataOf(Reference),
  },
  errors: [],
});

const switchState = {
  enabled: Type.Boolean({ description: 'Whether the partner API is on.' }),
  reason: nullable(Type.String(), { description: 'Why it is off, else null.' }),
};
const ApiSwitch = Type.Object(switchState, closed);

export const Installation = Type.Object(
  {
    partner_api: ApiSwitch,
    partner_api_url: Type.String({ description: 'Base URL that partners call.' }),
    docs_url: Type.String({ description: "The partner API's documentation." }),
    mode: wordValue(['production', 'demo', 'test'], 'How the service was started.'),
    backup: Type.Object(
      {
        is_scheduled: Type.Boolean({ description: 'Whether the service makes a backup every day (BACKUP_DIR).' }),
        last_at: nullable(timeValue('When the newest one was made; null if there is none.')),
      },
      closed,
    ),
  },
  { $id: 'Installation', ...closed, description: 'What all communities share.' },
);
export type Installation = Static<typeof Installation>;

export const getInstallation = consoleOperation({
  ...noBody,
  id: 'getInstallation',
  tag: 'Installation',
  summary: 'What all communities share: addresses, and the kill switch of the whole installation.',
  access: 'session',
  success: {
    status: 200,
    description: 'The installation.',
    schema: dataOf(Installation),
  },
  errors: [],
});

const switchIn = ($id: string) =>
  Type.Object(
    {
      enabled: Type.Boolean({ description: 'If false, every call gets 503 from the next request on.' }),
      reason: Type.Optional(
        fieldSchema(COMMUNITY_FIELDS.reason, 'The reason; required to switch off. Shown to the administrators.'),
      ),
    },
    { $id, ...closed, description: 'Kill switch: off with a reason, or on.' },
  );

export const switchInstallation = consoleOperation({
  id: 'switchInstallation',
  tag: 'Installation',
  summary: 'Switch the partner API of all communities off or on. Operators only.',
  access: 'session',
  recentPassword: true,
  query: {},
  body: switchIn('InstallationSwitch'),
  success: {
    status: 200,
    description: 'As it is now.',
    schema: dataOf(Installation),
  },
  errors: ['validation_failed', 'not_permitted'],
  example: { enabled: false, reason: 'Maintenance of the ledger' },
});

export const Community = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    kind: wordValue(COMMUNITY_KINDS, 'A sandbox has fictional members; its partners get test credentials.'),
    role: wordValue(ADMINISTRATOR_ROLES, 'Your role here.'),
    permissions: Type.Array(wordValue(PERMISSIONS, 'What you may do here.')),
    partner_api: Type.Object(
      {
        ...switchState,
        installation_enabled: Type.Boolean({
          description: 'False: the operator has switched it off for all communities.',
        }),
        installation_reason: nullable(Type.String()),
      },
      closed,
    ),
    counts: Type.Object(
      {
        partners: Type.Integer({ minimum: 0 }),
        administrators: Type.Integer({ minimum: 0 }),
        active_members: Type.Integer({ minimum: 0 }),
      },
      closed,
    ),
    created_at: timeValue('When it was created.'),
  },
  { $id: 'Community', ...closed, description: 'One community.' },
);
export type Community = Static<typeof Community>;

export const getCommunity = consoleOperation({
  ...noBody,
  id: 'getCommunity',
  tag: 'Community',
  summary: 'One of your communities, with its kill switch.',
  access: 'partners.read',
  success: {
    status: 200,
    description: 'The community.',
    schema: dataOf(Community),
  },
  errors: [],
});

export const switchCommunity = consoleOperation({
  id: 'switchCommunity',
  tag: 'Community',
  summary: "Switch the community's partner API off or on.",
  access: 'switch.write',
  recentPassword: true,
  query: {},
  body: switchIn('CommunitySwitch'),
  success: {
    status: 200,
    description: 'As it is now.',
    schema: dataOf(Community),
  },
  errors: ['validation_failed'],
  example: { enabled: true },
});

export const resetCommunity = consoleOperation({
  ...noBody,
  id: 'resetCommunity',
  tag: 'Community',
  summary:
    'Empty a sandbox and fill it as when it was new. Partners with their secrets, keys and subscriptions stay, and so does the audit log. A live community is refused.',
  access: 'settings.write',
  success: {
    status: 200,
    description: 'As it is now.',
    schema: dataOf(Community),
  },
  errors: ['state_conflict'],
});

export const Administrator = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    name: Type.String(),
    role: wordValue(ADMINISTRATOR_ROLES, 'Role of the person here.'),
    totp_enabled: Type.Boolean(),
    last_sign_in_at: lastSignIn(),
    created_at: timeValue('When the account was created.'),
  },
  { $id: 'Administrator', ...closed, description: 'A person who may use the console for this community.' },
);
export type Administrator = Static<typeof Administrator>;

export const SetupLinkIssued = Type.Object(
  {
    administrator_id: Type.Integer(),
    setup_url: Type.String({ description: 'Hand it over through a secure channel. Shown only here; works once.' }),
    expires_at: timeValue('When it expires.'),
  },
  { $id: 'SetupLinkIssued', ...closed, description: 'A one-time link.' },
);
export type SetupLinkIssued = Static<typeof SetupLinkIssued>;

const roleIn = () => wordValue(ADMINISTRATOR_ROLES, 'What the person may do in this community.');

export const listAdministrators = consoleOperation({
  ...noBody,
  id: 'listAdministrators',
  tag: 'Community',
  summary: 'List the administrators, by name. One page.',
  access: 'audit.read',
  success: {
    status: 200,
    description: 'All of them.',
    schema: listOf(Administrator),
  },
  errors: [],
});

export const Invitation = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    role: wordValue(ADMINISTRATOR_ROLES, 'The role that the person will have here.'),
    status: wordValue(['pending', 'expired'], '`expired`: the link no longer works; invite the person again.'),
    created_at: timeValue('When the person was invited.'),
    expires_at: timeValue('When the link expires.'),
    mail: nullable(
      Type.Object(
        {
          state: wordValue(MAIL_STATES, 'Where it is; `due` waits to be sent.'),
          error: nullable(wordValue(MAIL_ERRORS, 'Why it did not arrive.')),
        },
        closed,
      ),
      { description: 'The mail with the link. Null: none is known.' },
    ),
  },
  { $id: 'Invitation', ...closed, description: 'A person who has not accepted yet and has no rights until then.' },
);
export type Invitation = Static<typeof Invitation>;

export const listInvitations = consoleOperation({
  ...noBody,
  id: 'listInvitations',
  tag: 'Community',
  summary: 'List the invitations that have not been accepted yet, newest first. One page.',
  access: 'audit.read',
  success: {
    status: 200,
    description: 'All of them.',
    schema: listOf(Invitation),
  },
  errors: [],
});

export const withdrawInvitation = consoleOperation({
  ...noBody,
  id: 'withdrawInvitation',
  tag: 'Community',
  summary: 'Withdraw an invitation; its link stops working.',
  access: 'administrators.write',
  recentPassword: true,
  success: {
    status: 200,
    description: 'Withdrawn.',
    schema: deletedOf(Type.Integer()),
  },
  errors: ['invitation_not_found'],
});

export const inviteAdministrator = consoleOperation({
  id: 'inviteAdministrator',
  tag: 'Community',
  summary:
    'Invite a person with a one-time link. It grants nothing until the person accepts, and it does not reveal whether there is an account. Inviting the person again replaces the link.',
  access: 'administrators.write',
  recentPassword: true,
  query: {},
  body: Type.Object(
    { email: textValue(3, 254, 'E-mail address; the person signs in with it.'), role: roleIn() },
    { $id: 'AdministratorInvitation', ...closed, description: 'The person and the role.' },
  ),
  success: {
    status: 201,
    description: 'Invited.',
    schema: Type.Object(
      {
        data: Type.Object(
          {
            invitation_id: Type.Integer(),
            setup_url: Type.String({
              description: 'Hand it over through a secure channel. Shown only here; works once.',
            }),
            expires_at: timeValue('When it expires.'),
          },
          closed,
        ),
      },
      closed,
    ),
  },
  errors: ['validation_failed'],
  example: { email: 'ben@example.org', role: 'auditor' },
});

export const changeAdministratorRole = consoleOperation({
  id: 'changeAdministratorRole',
  tag: 'Community',
  summary: 'Change a role. The last owner must stay owner. The change takes effect on the next request.',
  access: 'administrators.write',
  recentPassword: true,
  query: {},
  body: Type.Object({ role: roleIn() }, { $id: 'RoleChange', ...closed, description: 'The new role.' }),
  success: {
    status: 200,
    description: 'As it is now.',
    schema: dataOf(Administrator),
  },
  errors: ['administrator_not_found', 'state_conflict', 'validation_failed'],
  example: { role: 'administrator' },
});

export const removeAdministrator = consoleOperation({
  ...noBody,
  id: 'removeAdministrator',
  tag: 'Community',
  summary: 'Remove an administrator from the community. The last owner cannot be removed.',
  access: 'administrators.write',
  recentPassword: true,
  success: {
    status: 200,
    description: 'Removed.',
    schema: deletedOf(Type.Integer()),
  },
  errors: ['administrator_not_found', 'state_conflict'],
});

export const createSetupLink = consoleOperation({
  ...noBody,
  id: 'createSetupLink',
  tag: 'Community',
  summary:
    'Create a set-up link for a person who has lost the password or the authenticator app. Refused for people who also administer other communities.',
  access: 'administrators.write',
  recentPassword: true,
  success: {
    status: 201,
    description: 'The earlier link no longer works.',
    schema: dataOf(SetupLinkIssued),
  },
  errors: ['local_accounts_off', 'administrator_not_found', 'state_conflict'],
});
