/** Partners of a community and their credentials. */
import { type Static, Type } from 'typebox';
import { countedListOf } from '../../../console/desk/contract/counted-list.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { fieldSchema, numberSchema, PARTNER_FIELDS } from '../../../contract/src/fields.ts';
import { PartnerKeys } from '../../../contract/src/me.ts';
import { SCOPES } from '../../../contract/src/operation.ts';
import { oneOf, PAGED, sortBy, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  deletedOf,
  hoursIn,
  hoursOut,
  nullable,
  optional,
  ref,
  textValue,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { COMMUNITY_KINDS, PARTNER_STATUSES, VISIBILITIES } from '../../../contract/src/words.ts';
import { HandOverState } from './hand-over.ts';

export const CREDENTIAL_STATUSES = ['live', 'expiring', 'expired', 'revoked'] as const;

const whyCredentialUse = 'A secret is used when a token is requested with it; recorded at most once a minute.';
export const Credential = component('Credential', 'A secret of a partner. It cannot be read again.', {
  id: Type.Integer(),
  hint: Type.String({ description: 'Prefix and last four characters of the secret.' }),
  status: wordValue(CREDENTIAL_STATUSES, '`expiring`: works until expires_at.'),
  created_at: timeValue('When it was issued.'),
  expires_at: nullable(timeValue('When it stops working, else null.')),
  revoked_at: nullable(timeValue('When it was revoked, else null.')),
  first_used_at: nullable(timeValue(`When it was first used. ${whyCredentialUse}`)),
  last_used_at: nullable(timeValue(`When it was last used. ${whyCredentialUse}`)),
  last_used_address: nullable(Type.String(), { description: 'Where it was last used from.' }),
  hand_over: nullable(ref(HandOverState), { description: 'The one-time link to it, if there was one.' }),
});
export type Credential = Static<typeof Credential>;

const scopesOut = () => Type.Array(wordValue(SCOPES, 'A scope.'), { description: 'What the partner may do.' });

export const Partner = component('Partner', 'An external application that may call the partner API.', {
  id: Type.Integer(),
  name: Type.String(),
  status: wordValue(
    PARTNER_STATUSES,
    '`pending` and `suspended` partners get the same response as for a wrong secret.',
  ),
  environment: wordValue(COMMUNITY_KINDS, 'The kind of the community.'),
  client_id: Type.String(),
  scopes: scopesOut(),
  allowed_addresses: Type.Array(Type.String(), { description: 'Ranges with prefix lengths; empty: any address.' }),
  rate_limit_per_minute: Type.Integer({ minimum: 0, description: 'Requests per minute; 0: no limit.' }),
  max_credit_hours: hoursOut('Largest single credit.'),
  max_member_day_hours: nullable(hoursOut('All credits of a day to one member; null: no cap.')),
  max_partner_day_hours: nullable(hoursOut('All credits of a day; null: no cap.')),
  created_at: timeValue('When it was created.'),
  updated_at: timeValue('When it last changed.'),
  last_call_at: nullable(timeValue('Its last call in the call log, else null.')),
  last_credit_at: nullable(timeValue('When it last credited hours, else null.')),
  credentials: Type.Array(ref(Credential), { description: 'Newest first.' }),
  keys: nullable(ref(PartnerKeys)),
  contact_name: nullable(Type.String(), { description: 'Whom to ask; only administrators see it.' }),
  contact_email: nullable(Type.String(), { description: 'Only administrators see it.' }),
  contact_phone: nullable(Type.String(), { description: 'Only administrators see it.' }),
  note: nullable(Type.String(), { description: 'Only administrators see it.' }),
  keys_only: Type.Boolean({ description: 'Its secrets, and tokens issued with them, are refused.' }),
  bound_tokens_only: Type.Boolean({ description: 'Tokens that are not bound to a key (DPoP) are refused.' }),
});
export type Partner = Static<typeof Partner>;

const whoIn = {
  name: fieldSchema(PARTNER_FIELDS.name, 'Name of the partner.'),
  scopes: Type.Array(wordValue(SCOPES, 'A scope.'), {
    description: 'What the partner may do. Without wallet.write, no hours are ever credited for money.',
    maxItems: 20,
  }),
};

const settingsIn = {
  allowed_addresses: Type.Array(textValue(1, 100, 'An address or range.'), {
    description: 'Empty: any address.',
    maxItems: 100,
  }),
  rate_limit_per_minute: numberSchema(PARTNER_FIELDS.rate_limit_per_minute, 'Requests per minute; 0: no limit.'),
  max_credit_hours: hoursIn('Largest single credit.'),
  max_member_day_hours: nullable(hoursIn('All credits of a UTC day to one member; null: no cap.')),
  max_partner_day_hours: nullable(hoursIn('All credits of a UTC day; null: no cap.')),
  // The contact, for the community only; never in the partner API.
  contact_name: fieldSchema(PARTNER_FIELDS.contact_name, 'Whom to ask.'),
  contact_email: fieldSchema(PARTNER_FIELDS.contact_email, 'E-mail address of the contact.'),
  contact_phone: fieldSchema(PARTNER_FIELDS.contact_phone, 'Telephone of the contact.'),
  note: fieldSchema(PARTNER_FIELDS.note, 'A note.'),
};

export const PartnerCreate = component('PartnerCreate', 'A new partner. Omitted fields get their defaults.', {
  ...whoIn,
  status: Type.Optional(wordValue(['pending', 'active'], '`pending`: may not call yet. Default `active`.')),
  ...optional(settingsIn),
});
export type PartnerCreate = Static<typeof PartnerCreate>;

export const PartnerUpdate = component('PartnerUpdate', 'Only the fields you send are changed; null removes a cap.', {
  ...optional({ ...whoIn, ...settingsIn }),
});
export type PartnerUpdate = Static<typeof PartnerUpdate>;

/** The one answer that holds a secret. */
export const PartnerWithSecret = component('PartnerWithSecret', 'A partner and its new secret.', {
  partner: ref(Partner),
  credential_id: Type.Integer(),
  client_id: Type.String(),
  client_secret: Type.String({ description: 'Shown only here.' }),
});
export type PartnerWithSecret = Static<typeof PartnerWithSecret>;

export const listPartners = consoleOperation('listPartners', {
  route: 'GET /communities/{slug}/partners',
  access: 'partners.read',
  query: {
    search: text('Partners with this in their name.', 200),
    status: oneOf(PARTNER_STATUSES, 'Partners with this status.'),
    sort: sortBy(['added', 'name', 'call', 'credit'], 'added'),
    ...PAGED,
  },
  answer: countedListOf(Partner),
});

export const createPartner = consoleOperation('createPartner', {
  route: 'POST /communities/{slug}/partners',
  access: 'credentials.write',
  recentPassword: true,
  isWayIn: true,
  body: PartnerCreate,
  status: 201,
  answer: dataOf(PartnerWithSecret),
  example: { name: 'Harbour Bank', scopes: ['users.read', 'wallet.write'], max_member_day_hours: 20 },
});

export const getPartner = consoleOperation('getPartner', {
  route: 'GET /communities/{slug}/partners/{partnerId}',
  access: 'partners.read',
  answer: dataOf(Partner),
});

export const updatePartner = consoleOperation('updatePartner', {
  route: 'PATCH /communities/{slug}/partners/{partnerId}',
  access: 'partners.write',
  recentPassword: 'widening',
  isWayIn: true,
  body: PartnerUpdate,
  answer: dataOf(Partner),
  example: { max_member_day_hours: null, allowed_addresses: [] },
});

export const setPartnerStatus = consoleOperation('setPartnerStatus', {
  route: 'POST /communities/{slug}/partners/{partnerId}/status',
  access: 'partners.write',
  recentPassword: 'widening',
  isWayIn: true,
  body: component('PartnerStatusChange', 'The new status.', {
    status: wordValue(['active', 'suspended'], 'The new status.'),
  }),
  answer: dataOf(Partner),
  example: { status: 'suspended' },
});

export const checkAddresses = consoleOperation('checkAddresses', {
  route: 'POST /communities/{slug}/partners/address-check',
  access: 'partners.read',
  body: component('AddressCheck', 'The entries to check.', { allowed_addresses: settingsIn.allowed_addresses }),
  answer: closedObject({ data: closedObject({ allowed_addresses: Type.Array(Type.String()) }) }),
  example: { allowed_addresses: ['192.0.2.7'] },
});

export const issueCredential = consoleOperation('issueCredential', {
  route: 'POST /communities/{slug}/partners/{partnerId}/credentials',
  access: 'credentials.write',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: dataOf(PartnerWithSecret),
  errors: ['validation_failed'],
});

export const rotateCredential = consoleOperation('rotateCredential', {
  route: 'POST /communities/{slug}/partners/{partnerId}/credentials/rotation',
  access: 'credentials.write',
  recentPassword: true,
  isWayIn: true,
  body: component('CredentialRotation', 'How long both secrets work.', {
    overlap_hours: numberSchema(
      PARTNER_FIELDS.overlap_hours,
      'How long the old secret keeps working; 0 revokes it and its tokens at once.',
    ),
  }),
  status: 201,
  answer: dataOf(PartnerWithSecret),
  example: { overlap_hours: 72 },
});

export const revokeCredential = consoleOperation('revokeCredential', {
  route: 'DELETE /communities/{slug}/partners/{partnerId}/credentials/{credentialId}',
  access: 'credentials.write',
  recentPassword: true,
  answer: deletedOf(Type.Integer()),
});

export const setPartnerKeys = consoleOperation('setPartnerKeys', {
  route: 'PATCH /communities/{slug}/partners/{partnerId}/keys',
  access: 'credentials.write',
  recentPassword: true,
  isWayIn: true,
  body: component('PartnerKeysChange', 'Only the fields you send are changed.', {
    keys: Type.Optional(
      nullable(
        closedObject({
          url: Type.Optional(
            Type.String({
              description: 'Where the partner publishes its JWK Set; it is read at once. Either this or jwks.',
              maxLength: 2048,
            }),
          ),
          jwks: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), {
              description: 'A JWK Set with 1 to 10 public keys (RFC 7517).',
            }),
          ),
        }),
        { description: 'The new key set; null removes it; absent: it stays.' },
      ),
    ),
    keys_only: Type.Optional(Type.Boolean({ description: 'Refuse its secrets. Needs a key set.' })),
    bound_tokens_only: Type.Optional(Type.Boolean({ description: 'Refuse tokens that are not bound to a key.' })),
  }),
  answer: dataOf(Partner),
  example: { keys: null, keys_only: false },
});

export const CredentialUse = component('CredentialUse', 'Whether a secret has been used. May be polled every second.', {
  first_used_at: nullable(timeValue('When the first token was requested with it; null: not yet.')),
  last_used_at: nullable(timeValue('When the last token was requested with it; null: not yet.')),
  last_used_address: nullable(Type.String()),
  last_failure: nullable(
    closedObject({
      at: timeValue('When it failed.'),
      error: Type.String({ description: 'The error code that the partner got.' }),
      cause: nullable(Type.String(), { description: 'The actual cause; see Call.' }),
      address: nullable(Type.String()),
    }),
    { description: "The partner's last refused token request within the last hour, to help with the setup." },
  ),
});
export type CredentialUse = Static<typeof CredentialUse>;

export const getCredentialUse = consoleOperation('getCredentialUse', {
  route: 'GET /communities/{slug}/partners/{partnerId}/credentials/{credentialId}/use',
  access: 'partners.read',
  answer: dataOf(CredentialUse),
});

export const EmailReach = component('EmailReach', 'How many e-mail addresses the scope users.pii opens.', {
  members: Type.Integer({ minimum: 0, description: 'Active members.' }),
  shown: Type.Integer({
    minimum: 0,
    description: 'Those of them whose e-mail address a partner with users.pii sees.',
  }),
  default_visibility: wordValue(VISIBILITIES, 'What holds for members who chose nothing.'),
});
export type EmailReach = Static<typeof EmailReach>;

export const getEmailReach = consoleOperation('getEmailReach', {
  route: 'GET /communities/{slug}/email-reach',
  access: 'partners.read',
  query: { partner_id: text('A partner, for the choices made for it; absent: a new one.', 20) },
  answer: dataOf(EmailReach),
  errors: ['partner_not_found'],
});
