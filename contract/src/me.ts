/** `/me`: what a partner may do, and how far its caps and secrets still reach. */
import { type Static, Type } from 'typebox';
import { operation, SCOPES } from './operation.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursOut,
  nullable,
  ref,
  secondsOut,
  timeValue,
  wordValue,
} from './values.ts';
import { COMMUNITY_KINDS, KEY_ALGORITHMS, PARTNER_STATUSES } from './words.ts';

const scopes = (description: string) => Type.Array(wordValue(SCOPES, 'A scope.'), { description });

/** The codes that `limit_exceeded` names, in the order in which a credit is held against them. */
export const CREDIT_CAPS = [
  'max_credit_hours',
  'max_member_day_hours',
  'max_partner_day_hours',
  'upper_balance',
] as const;

export const Cap = component('Cap', 'A cap on credits.', {
  code: wordValue(CREDIT_CAPS, 'The code under which `limit_exceeded` names it.'),
  limit_hours: nullable(hoursOut('What it allows; null: no such cap.', 1000)),
  limit_seconds: nullable(secondsOut('What it allows; null: no such cap.', 3_600_000)),
  remaining_hours: nullable(hoursOut('What is left now; null: no such cap, or it depends on the member.', 997.5)),
  remaining_seconds: nullable(
    secondsOut('What is left now; null: no such cap, or it depends on the member.', 3_591_000),
  ),
  resets_at: nullable(timeValue('When all of it is available again; null: never by time alone.')),
});
export type Cap = Static<typeof Cap>;

export const PartnerKeys = component('PartnerKeys', 'The public keys by which a partner may prove itself.', {
  url: nullable(Type.String(), { description: 'Where the key set is published; null: it was pasted.' }),
  keys: Type.Array(
    closedObject({
      kid: nullable(Type.String(), { description: 'The name its owner gave it.' }),
      alg: wordValue(KEY_ALGORITHMS, 'What it signs with.'),
      thumbprint: Type.String({ description: 'RFC 7638, SHA-256.' }),
    }),
    { description: 'Oldest first.' },
  ),
  fetched_at: nullable(timeValue('When the key set was last read from the URL; null: it was pasted.')),
  error: nullable(Type.String(), {
    description: 'A word for why the last try to read the URL failed; null: it did not. The keys are those read last.',
  }),
});
export type PartnerKeys = Static<typeof PartnerKeys>;

export const ExchangeRate = component(
  'ExchangeRate',
  'What money is worth. A transfer is worth \u230aamount \u00d7 hours \u00f7 per_amount \u00d7 100\u230b \u00f7 100 hours, in exact decimals, by the rate of the day on which the bank booked it.',
  {
    currency: Type.String({ description: 'ISO 4217.', examples: ['EUR'] }),
    hours: hoursOut('What `per_amount` is worth.', 1),
    seconds: secondsOut('What `per_amount` is worth.', 3600),
    per_amount: Type.String({
      description: 'The amount of money that is worth `hours`: decimal text, exact.',
      examples: ['20.00'],
    }),
    from: nullable(dayValue('The first booking day at the bank for which it holds; null: every day.')),
  },
);
export type ExchangeRate = Static<typeof ExchangeRate>;

export const Me = component('Me', 'The calling partner. No personal data.', {
  partner: closedObject(
    {
      name: Type.String({ description: 'Your name as the community has it.' }),
      status: wordValue(PARTNER_STATUSES, 'Whether you may call.'),
      client_id: Type.String({ description: 'Your client id.' }),
      environment: wordValue(COMMUNITY_KINDS, '`sandbox`: invented members, no live data.'),
    },
    { description: 'You.' },
  ),
  community: closedObject(
    {
      name: Type.String({ description: 'Its name.' }),
      slug: Type.String({ description: 'Its short name.' }),
      kind: wordValue(COMMUNITY_KINDS, 'The same as `environment`.'),
    },
    { description: 'The community you belong to.' },
  ),
  scopes: closedObject(
    {
      token: scopes('Scopes of this token that you still hold.'),
      partner: scopes('All scopes the community has granted you.'),
    },
    { description: 'What you may do.' },
  ),
  caps: Type.Array(ref(Cap), { description: 'The caps on credits, each of them, set or not.' }),
  exchange_rates: Type.Array(ref(ExchangeRate), {
    description:
      "What money is worth, by currency and day: the rates that hold today, and those agreed for later days. Yours, otherwise the community's; empty where none is agreed.",
  }),
  requests_per_minute: nullable(
    Type.Integer({ description: 'How many requests you may send; null: no limit.', minimum: 1, examples: [600] }),
  ),
  secrets: Type.Array(
    closedObject({
      hint: Type.String({ description: 'Its prefix and its last four characters.' }),
      created_at: timeValue('When it was issued.'),
      expires_at: nullable(timeValue('When it ends; null: not by itself.')),
    }),
    { description: 'Your live client secrets, oldest first; never the secrets themselves.' },
  ),
  keys: nullable(ref(PartnerKeys)),
  keys_only: Type.Boolean({
    description: 'Whether only assertions signed with these keys are accepted, and no secret.',
  }),
  bound_tokens_only: Type.Boolean({ description: 'Whether every token must be bound to a key (DPoP).' }),
  partner_api: closedObject(
    { enabled: Type.Literal(true, { description: 'While a kill switch is on, every call is answered 503.' }) },
    { description: 'Whether the partner API is switched on.' },
  ),
});
export type Me = Static<typeof Me>;
export const MeResponse = dataOf(Me);

const NO_CAP = { limit_hours: null, limit_seconds: null, remaining_hours: null, remaining_seconds: null };
const THOUSAND_HOURS = { limit_hours: 1000, limit_seconds: 3_600_000 };
const EXAMPLE: Me = {
  partner: { name: 'Example Bank', status: 'active', client_id: 'tb_ci_0123456789abcdefghijkl', environment: 'live' },
  community: { name: 'Example Time Bank', slug: 'example', kind: 'live' },
  scopes: { token: ['wallet.write'], partner: ['users.read', 'wallet.read', 'wallet.write'] },
  caps: [
    {
      code: 'max_credit_hours',
      ...THOUSAND_HOURS,
      remaining_hours: 1000,
      remaining_seconds: 3_600_000,
      resets_at: null,
    },
    { code: 'max_member_day_hours', ...NO_CAP, resets_at: null },
    {
      code: 'max_partner_day_hours',
      ...THOUSAND_HOURS,
      remaining_hours: 997.5,
      remaining_seconds: 3_591_000,
      resets_at: '2026-11-21T00:00:00.000Z',
    },
    { code: 'upper_balance', ...NO_CAP, resets_at: null },
  ],
  exchange_rates: [
    { currency: 'EUR', hours: 1, seconds: 3600, per_amount: '20.00', from: null },
    { currency: 'EUR', hours: 1, seconds: 3600, per_amount: '22.00', from: '2027-01-01' },
  ],
  requests_per_minute: 600,
  secrets: [{ hint: 'tb_cs_…Zk3Q', created_at: '2026-10-01T07:00:00.000Z', expires_at: null }],
  keys: {
    url: 'https://bank.example/.well-known/jwks.json',
    keys: [{ kid: '2026-10', alg: 'ES256', thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' }],
    fetched_at: '2026-11-20T09:25:00.000Z',
    error: null,
  },
  keys_only: true,
  bound_tokens_only: false,
  partner_api: { enabled: true },
};

/** `GET /me` */
export const getMe = operation({
  id: 'getMe',
  tag: 'Partner',
  summary: 'Read what you may do',
  description:
    'Your scopes and those of the token, the caps on credits with what is left of them today, the exchange rates, the request limit, when your secrets end, and your keys. Any token suffices.',
  method: 'GET',
  path: '/me',
  authentication: { kind: 'bearer', scopes: SCOPES },
  query: {},
  body: undefined,
  responses: { 200: { description: 'The calling partner.', schema: MeResponse, example: { data: EXAMPLE } } },
  errors: [],
  cacheControl: 'private, no-store',
});
