/** The installation, a community, its administrators, and the kill switches. */
import { type Static, Type } from 'typebox';
import { SCOPES } from '../operation.ts';
import { dataOf, deletedOf, listOf, nullable, textValue, timeValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';
import { ADMINISTRATOR_ROLES, PERMISSIONS } from './routes.ts';
import { lastSignIn } from './session.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

export const Reference = Type.Object(
  {
    scopes: Type.Array(wordValue(SCOPES, 'A scope.')),
    operations: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'As in the call log.' }),
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
    description: 'The same for everybody.',
    schema: dataOf(Reference),
  },
  errors: [],
});

const switchState = {
  enabled: Type.Boolean({ description: 'Whether partners are answered.' }),
  reason: nullable(Type.String(), { description: 'Why it is off, else null.' }),
};
const ApiSwitch = Type.Object(switchState, closed);

export const Installation = Type.Object(
  {
    partner_api: ApiSwitch,
    partner_api_url: Type.String({ description: 'What partners call; paths of the API follow it.' }),
    docs_url: Type.String({ description: "The partner API's documentation." }),
    mode: wordValue(['production', 'demo', 'test'], 'How the service was started.'),
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
      enabled: Type.Boolean({ description: 'False answers every call with 503 from the next request on.' }),
      reason: Type.Optional(textValue(1, 500, 'Why; required to switch off. Shown to the administrators.')),
    },
    { $id, ...closed, description: 'Kill switch: off with a reason, or on again.' },
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
    kind: wordValue(['live', 'sandbox'], 'A sandbox has invented members; its partners get test credentials.'),
    role: wordValue(ADMINISTRATOR_ROLES, 'What you are here.'),
    permissions: Type.Array(wordValue(PERMISSIONS, 'What you may do here.')),
    partner_api: Type.Object(
      {
        ...switchState,
        installation_enabled: Type.Boolean({ description: 'False: the operator has switched it off for everybody.' }),
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

export const Administrator = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    name: Type.String(),
    role: wordValue(ADMINISTRATOR_ROLES, 'What the person is here.'),
    totp_enabled: Type.Boolean(),
    last_sign_in_at: lastSignIn(),
    created_at: timeValue('When the account was created.'),
  },
  { $id: 'Administrator', ...closed, description: 'Somebody who may use the console of this community.' },
);
export type Administrator = Static<typeof Administrator>;

export const SetupLinkIssued = Type.Object(
  {
    administrator_id: Type.Integer(),
    setup_url: Type.String({ description: 'Hand it over on a safe way. Shown only here; works once.' }),
    expires_at: timeValue('Until when it works.'),
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
    role: wordValue(ADMINISTRATOR_ROLES, 'What the person will be here.'),
    status: wordValue(['pending', 'expired'], '`expired`: the link has ended; invite again.'),
    created_at: timeValue('When the person was invited.'),
    expires_at: timeValue('Until when the link works.'),
  },
  { $id: 'Invitation', ...closed, description: 'Somebody who has not accepted yet, and may do nothing until then.' },
);
export type Invitation = Static<typeof Invitation>;

export const listInvitations = consoleOperation({
  ...noBody,
  id: 'listInvitations',
  tag: 'Community',
  summary: 'List the invitations that were not accepted yet, newest first. One page.',
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
    'Invite somebody, by a one-time link. It grants nothing until the person accepts, and tells nothing about accounts. Inviting again replaces the link.',
  access: 'administrators.write',
  recentPassword: true,
  query: {},
  body: Type.Object(
    { email: textValue(3, 254, 'E-mail address; signs in with it.'), role: roleIn() },
    { $id: 'AdministratorInvitation', ...closed, description: 'Who, and as what.' },
  ),
  success: {
    status: 201,
    description: 'Invited.',
    schema: Type.Object(
      {
        data: Type.Object(
          {
            invitation_id: Type.Integer(),
            setup_url: Type.String({ description: 'Hand it over on a safe way. Shown only here; works once.' }),
            expires_at: timeValue('Until when it works.'),
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
  summary: 'Change a role. The last owner stays owner. It bites on the next request.',
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
  summary: 'Take the role away. The last owner cannot be removed.',
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
    'Make a set-up link for somebody who lost the password or the authenticator app. Refused for people who also administer other communities.',
  access: 'administrators.write',
  recentPassword: true,
  success: {
    status: 201,
    description: 'The earlier link no longer works.',
    schema: dataOf(SetupLinkIssued),
  },
  errors: ['administrator_not_found', 'state_conflict'],
});
