/** Partners of a community and their credentials. */
import { type Static, Type } from 'typebox';
import { SCOPES } from '../operation.ts';
import {
  dataOf,
  deletedOf,
  hoursIn,
  hoursOut,
  listOf,
  nullable,
  ref,
  textValue,
  timeValue,
  wordValue,
} from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

export const PARTNER_STATUSES = ['pending', 'active', 'suspended'] as const;
export const CREDENTIAL_STATUSES = ['live', 'expiring', 'expired', 'revoked'] as const;

const whyCredentialUse = 'A secret is used when a token is asked for with it; noted at most once a minute.';
export const Credential = Type.Object(
  {
    id: Type.Integer(),
    hint: Type.String({ description: 'Prefix and last four characters of the secret.' }),
    status: wordValue(CREDENTIAL_STATUSES, '`expiring`: still works until expires_at.'),
    created_at: timeValue('When it was issued.'),
    expires_at: nullable(timeValue('When it stops working, else null.')),
    revoked_at: nullable(timeValue('When it was revoked, else null.')),
    first_used_at: nullable(timeValue(`When it was first used. ${whyCredentialUse}`)),
    last_used_at: nullable(timeValue(`When it was last used. ${whyCredentialUse}`)),
    last_used_address: nullable(Type.String(), { description: 'Where it was last used from.' }),
  },
  { $id: 'Credential', ...closed, description: 'A secret of a partner, never readable again.' },
);
export type Credential = Static<typeof Credential>;

const scopesOut = () => Type.Array(wordValue(SCOPES, 'A scope.'), { description: 'What the partner may do.' });

export const Partner = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    status: wordValue(
      PARTNER_STATUSES,
      '`pending` and `suspended` partners are answered as if their secret were wrong.',
    ),
    environment: wordValue(['live', 'sandbox'], 'As the community.'),
    client_id: Type.String(),
    scopes: scopesOut(),
    allowed_addresses: Type.Array(Type.String(), { description: 'Ranges with prefix lengths; empty: from anywhere.' }),
    rate_limit_per_minute: Type.Integer({ minimum: 0, description: 'Requests; 0: no limit.' }),
    max_credit_hours: hoursOut('Largest single credit.'),
    max_member_day_hours: nullable(hoursOut('All credits of a day to one member; null: no cap.')),
    max_partner_day_hours: nullable(hoursOut('All credits of a day; null: no cap.')),
    created_at: timeValue('When it was created.'),
    updated_at: timeValue('When it last changed.'),
    last_call_at: nullable(timeValue('Its last call in the call log, else null.')),
    credentials: Type.Array(ref(Credential), { description: 'Newest first.' }),
  },
  { $id: 'Partner', ...closed, description: 'An external application that may call the partner API.' },
);
export type Partner = Static<typeof Partner>;

const settingsIn = {
  name: textValue(1, 200, 'Name of the partner.'),
  scopes: Type.Array(wordValue(SCOPES, 'A scope.'), {
    description: 'What the partner may do. Without wallet.write no hours are ever credited for money.',
    maxItems: 20,
  }),
  allowed_addresses: Type.Array(textValue(1, 100, 'An address or range.'), {
    description: 'Empty: from anywhere.',
    maxItems: 100,
  }),
  rate_limit_per_minute: Type.Integer({ description: 'Requests per minute; 0: no limit.' }),
  max_credit_hours: hoursIn('Largest single credit.'),
  max_member_day_hours: nullable(hoursIn('All credits of a UTC day to one member; null: no cap.')),
  max_partner_day_hours: nullable(hoursIn('All credits of a UTC day; null: no cap.')),
};

export const PartnerCreate = Type.Object(
  {
    name: settingsIn.name,
    scopes: settingsIn.scopes,
    status: Type.Optional(wordValue(['pending', 'active'], '`pending`: not let in yet. Default `active`.')),
    allowed_addresses: Type.Optional(settingsIn.allowed_addresses),
    rate_limit_per_minute: Type.Optional(settingsIn.rate_limit_per_minute),
    max_credit_hours: Type.Optional(settingsIn.max_credit_hours),
    max_member_day_hours: Type.Optional(settingsIn.max_member_day_hours),
    max_partner_day_hours: Type.Optional(settingsIn.max_partner_day_hours),
  },
  { $id: 'PartnerCreate', ...closed, description: 'A new partner. What is left out has its default.' },
);
export type PartnerCreate = Static<typeof PartnerCreate>;

export const PartnerUpdate = Type.Object(
  {
    name: Type.Optional(settingsIn.name),
    scopes: Type.Optional(settingsIn.scopes),
    allowed_addresses: Type.Optional(settingsIn.allowed_addresses),
    rate_limit_per_minute: Type.Optional(settingsIn.rate_limit_per_minute),
    max_credit_hours: Type.Optional(settingsIn.max_credit_hours),
    max_member_day_hours: Type.Optional(settingsIn.max_member_day_hours),
    max_partner_day_hours: Type.Optional(settingsIn.max_partner_day_hours),
  },
  { $id: 'PartnerUpdate', ...closed, description: 'Only what is sent changes; null removes a cap.' },
);
export type PartnerUpdate = Static<typeof PartnerUpdate>;

/** The one answer that holds a secret. */
export const PartnerWithSecret = Type.Object(
  {
    partner: ref(Partner),
    credential_id: Type.Integer(),
    client_id: Type.String(),
    client_secret: Type.String({ description: 'Shown only here.' }),
  },
  { $id: 'PartnerWithSecret', ...closed, description: 'A partner and its new secret.' },
);
export type PartnerWithSecret = Static<typeof PartnerWithSecret>;

export const listPartners = consoleOperation({
  ...noBody,
  id: 'listPartners',
  tag: 'Partners',
  summary: 'List the partners, oldest first. One page.',
  access: 'partners.read',
  success: {
    status: 200,
    description: 'All of them.',
    schema: listOf(Partner),
  },
  errors: [],
});

export const createPartner = consoleOperation({
  id: 'createPartner',
  tag: 'Partners',
  summary: 'Create a partner with its first secret.',
  access: 'credentials.write',
  recentPassword: true,
  query: {},
  body: PartnerCreate,
  success: {
    status: 201,
    description: 'Created; the secret is shown this once.',
    schema: dataOf(PartnerWithSecret),
  },
  errors: ['validation_failed'],
  example: { name: 'Harbour Bank', scopes: ['users.read', 'wallet.write'], max_member_day_hours: 20 },
});

export const getPartner = consoleOperation({
  ...noBody,
  id: 'getPartner',
  tag: 'Partners',
  summary: 'One partner.',
  access: 'partners.read',
  success: { status: 200, description: 'The partner.', schema: dataOf(Partner) },
  errors: ['partner_not_found'],
});

export const updatePartner = consoleOperation({
  id: 'updatePartner',
  tag: 'Partners',
  summary: 'Change settings; they bite on the next request. Widening what the partner may do needs a recent password.',
  access: 'partners.write',
  query: {},
  body: PartnerUpdate,
  success: { status: 200, description: 'As it is now.', schema: dataOf(Partner) },
  errors: ['partner_not_found', 'validation_failed', 'password_required'],
  example: { max_member_day_hours: null, allowed_addresses: [] },
});

export const setPartnerStatus = consoleOperation({
  id: 'setPartnerStatus',
  tag: 'Partners',
  summary:
    'Let a partner in, which needs a recent password, or shut it out from the next request on; its events are held meanwhile.',
  access: 'partners.write',
  query: {},
  body: Type.Object(
    { status: wordValue(['active', 'suspended'], 'What the partner shall be.') },
    { $id: 'PartnerStatusChange', ...closed, description: 'The new status.' },
  ),
  success: { status: 200, description: 'As it is now.', schema: dataOf(Partner) },
  errors: ['partner_not_found', 'validation_failed', 'password_required'],
  example: { status: 'suspended' },
});

export const checkAddresses = consoleOperation({
  id: 'checkAddresses',
  tag: 'Partners',
  summary: 'Check an allow-list as it is typed; answers it as it would be stored, or names each entry at fault.',
  access: 'partners.read',
  query: {},
  body: Type.Object(
    { allowed_addresses: settingsIn.allowed_addresses },
    { $id: 'AddressCheck', ...closed, description: 'What was typed.' },
  ),
  success: {
    status: 200,
    description: 'All are well-formed.',
    schema: Type.Object({ data: Type.Object({ allowed_addresses: Type.Array(Type.String()) }, closed) }, closed),
  },
  errors: ['validation_failed'],
  example: { allowed_addresses: ['192.0.2.7'] },
});

export const issueCredential = consoleOperation({
  ...noBody,
  id: 'issueCredential',
  tag: 'Partners',
  summary: 'Issue a second secret beside the live one. At most two are live.',
  access: 'credentials.write',
  recentPassword: true,
  success: {
    status: 201,
    description: 'Issued; the secret is shown this once.',
    schema: dataOf(PartnerWithSecret),
  },
  errors: ['partner_not_found', 'validation_failed'],
});

export const rotateCredential = consoleOperation({
  id: 'rotateCredential',
  tag: 'Partners',
  summary: 'Issue a new secret and let the older one expire.',
  access: 'credentials.write',
  recentPassword: true,
  query: {},
  body: Type.Object(
    {
      overlap_hours: Type.Number({
        description: 'How long the older secret still works, 0 to 2160; 0 revokes it and its tokens at once.',
      }),
    },
    { $id: 'CredentialRotation', ...closed, description: 'How long both secrets work.' },
  ),
  success: {
    status: 201,
    description: 'Issued; the secret is shown this once.',
    schema: dataOf(PartnerWithSecret),
  },
  errors: ['partner_not_found', 'validation_failed'],
  example: { overlap_hours: 72 },
});

export const revokeCredential = consoleOperation({
  ...noBody,
  id: 'revokeCredential',
  tag: 'Partners',
  summary: 'Revoke a secret; it and its tokens are refused from the next request on.',
  access: 'credentials.write',
  recentPassword: true,
  success: {
    status: 200,
    description: 'Revoked.',
    schema: deletedOf(Type.Integer()),
  },
  errors: ['partner_not_found', 'credential_not_found'],
});

export const CredentialUse = Type.Object(
  {
    first_used_at: nullable(timeValue('When the first token was asked for with it; null: not yet.')),
    last_used_at: nullable(timeValue('When the last one was.')),
    last_used_address: nullable(Type.String()),
    last_failure: nullable(
      Type.Object(
        {
          at: timeValue('When.'),
          error: Type.String({ description: 'What the partner was told.' }),
          cause: nullable(Type.String(), { description: 'What was behind it; see Call.' }),
          address: nullable(Type.String()),
        },
        closed,
      ),
      { description: "The partner's last refused token request of the last hour, to help while it is set up." },
    ),
  },
  { $id: 'CredentialUse', ...closed, description: 'Whether a secret has been used. Cheap enough to ask each second.' },
);
export type CredentialUse = Static<typeof CredentialUse>;

export const getCredentialUse = consoleOperation({
  ...noBody,
  id: 'getCredentialUse',
  tag: 'Partners',
  summary: 'Whether a secret has been used: the light that turns green at the first call.',
  access: 'partners.read',
  success: {
    status: 200,
    description: 'As of now.',
    schema: dataOf(CredentialUse),
  },
  errors: ['partner_not_found', 'credential_not_found'],
});
