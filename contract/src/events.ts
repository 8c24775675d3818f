/** Events: the catalogue of kinds, what each carries, who may get it, and `GET /events`. */
import { type Static, type TObject, Type } from 'typebox';
import { operation, type Scope } from './operation.ts';
import { type Json, openSchema, publicSchema } from './public-schema.ts';
import { oneOf, PAGING, text, timestamp } from './query.ts';
import { EXAMPLE_USER_ID } from './users.ts';
import {
  closedObject,
  component,
  dayValue,
  hashValue,
  hoursOut,
  idValue,
  listOf,
  ref,
  SyncListMeta,
  secondsOut,
  timeValue,
} from './values.ts';
import { EXAMPLE_HASHES, EXAMPLE_TOTALS, STATEMENT_TOTALS, SUM_PROPERTIES } from './wallet.ts';

const EXAMPLE_EVENT_ID = 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae';
export const EXAMPLE_LISTING_ID = 'lst_01jd3h6m8nfdwtv0k2x9q4z7ad';
const EXAMPLE_CREDIT_ID = 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac';
export const EXAMPLE_SUBSCRIPTION_ID = 'whs_01jd3h6m8nfdwtv0k2x9q4z7af';

/** Every event kind, in the order of the catalogue. */
export const EVENT_TYPES = [
  'wallet.credited',
  'wallet.credit_reversed',
  'statement.ready',
  'user.activated',
  'user.updated',
  'user.deactivated',
  'listing.published',
  'listing.updated',
  'listing.closed',
  'webhook.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The type that means all kinds, later ones too. */
export const ALL_EVENT_TYPES = '*';

const userId = (description: string) => idValue('usr', description, EXAMPLE_USER_ID);
const creditId = () => idValue('crd', 'The credit.', EXAMPLE_CREDIT_ID);
const reference = (description: string) => Type.String({ description });

const WalletCreditedData = closedObject({
  credit_id: creditId(),
  user_id: userId('The member who was credited.'),
  hours: hoursOut('The amount credited.'),
  seconds: secondsOut('The amount credited.'),
  reference: reference("The bank's entry reference of the credit."),
  booked_on: dayValue('The UTC day of the credit.'),
});
const WalletCreditReversedData = closedObject({
  credit_id: creditId(),
  user_id: userId('The member whose credit was reversed.'),
  hours: hoursOut('The amount reversed.'),
  seconds: secondsOut('The amount reversed.'),
  reference: reference("The bank's entry reference of the credit."),
  reversal_reference: reference('The reference of the returned payment.'),
  booked_on: dayValue('The UTC day of the reversal.', '2026-11-21'),
});
const StatementReadyData = closedObject({
  date: dayValue('The UTC day whose statement is final.'),
  ...STATEMENT_TOTALS,
  // A schema of the catalogue is complete by itself, without references.
  credits: closedObject(SUM_PROPERTIES),
  reversals: closedObject(SUM_PROPERTIES),
  // Missing where a node of a version without hashes closed the day.
  hash: Type.Optional(hashValue("The statement's hash.", EXAMPLE_HASHES.hash)),
  previous_hash: Type.Optional(
    hashValue('The hash of the day before; 64 zeros on the first day that has one.', EXAMPLE_HASHES.previous_hash),
  ),
});
const UserData = closedObject({ user_id: userId('The member.') });
const ListingData = closedObject({
  listing_id: idValue('lst', 'The listing.', EXAMPLE_LISTING_ID),
  user_id: userId('The member whose listing it is.'),
});
const WebhookTestData = closedObject({
  subscription_id: idValue('whs', 'The subscription under test.', EXAMPLE_SUBSCRIPTION_ID),
});

/** The data of an event by its type: ids and the partner's own references, never personal data. */
export interface EventDataByType {
  'wallet.credited': Static<typeof WalletCreditedData>;
  'wallet.credit_reversed': Static<typeof WalletCreditReversedData>;
  'statement.ready': Static<typeof StatementReadyData>;
  'user.activated': Static<typeof UserData>;
  'user.updated': Static<typeof UserData>;
  'user.deactivated': Static<typeof UserData>;
  'listing.published': Static<typeof ListingData>;
  'listing.updated': Static<typeof ListingData>;
  'listing.closed': Static<typeof ListingData>;
  'webhook.test': Static<typeof WebhookTestData>;
}

/** An event as it is delivered, and as `GET /events` lists it. */
export interface EventOf<T extends EventType> {
  id: string;
  type: T;
  timestamp: string;
  data: EventDataByType[T];
}
export type EventBody = { [T in EventType]: EventOf<T> }[EventType];

/** One kind of the catalogue. */
export interface EventKind {
  readonly description: string;
  /** The partner must hold any one of these when the event is sent out. Empty: always entitled. */
  readonly scopes: readonly Scope[];
  /** The whole body of a delivery. */
  readonly schema: TObject;
  readonly example: EventBody;
}

function kind<T extends EventType>(
  type: T,
  id: string,
  description: string,
  scopes: readonly Scope[],
  data: TObject,
  exampleData: EventDataByType[T],
): EventKind {
  const schema = component(id, description, {
    id: idValue(
      'evt',
      'The event; equal to the webhook-id header, and the same in every retry and replay.',
      EXAMPLE_EVENT_ID,
    ),
    type: Type.Literal(type),
    timestamp: timeValue('When it happened.'),
    data,
  });
  const example = { id: EXAMPLE_EVENT_ID, type, timestamp: '2026-11-20T09:30:00.000Z', data: exampleData };
  return { description, scopes, schema, example: example as EventBody };
}

const WALLET: readonly Scope[] = ['wallet.read', 'wallet.write'];
const USERS: readonly Scope[] = ['users.read'];
const LISTINGS: readonly Scope[] = ['listings.read'];
const USER_EXAMPLE = { user_id: EXAMPLE_USER_ID };
const LISTING_EXAMPLE = { listing_id: EXAMPLE_LISTING_ID, user_id: EXAMPLE_USER_ID };
const CREDIT_EXAMPLE = {
  credit_id: EXAMPLE_CREDIT_ID,
  user_id: EXAMPLE_USER_ID,
  hours: 1.5,
  seconds: 5400,
  reference: '2026112000123456-0001',
  booked_on: '2026-11-20',
};

/** The catalogue. */
export const EVENT_KINDS: Readonly<Record<EventType, EventKind>> = {
  'wallet.credited': kind(
    'wallet.credited',
    'WalletCreditedEvent',
    'One of your credits was booked. Sent once per credit, not for replayed requests.',
    WALLET,
    WalletCreditedData,
    CREDIT_EXAMPLE,
  ),
  'wallet.credit_reversed': kind(
    'wallet.credit_reversed',
    'WalletCreditReversedEvent',
    'One of your credits was reversed.',
    WALLET,
    WalletCreditReversedData,
    { ...CREDIT_EXAMPLE, reversal_reference: '2026112100004711-0003', booked_on: '2026-11-21' },
  ),
  'statement.ready': kind(
    'statement.ready',
    'StatementReadyEvent',
    'The statement of a UTC day is final; the totals are those of the statement. Nothing more is booked on that day.',
    WALLET,
    StatementReadyData,
    { date: '2026-11-20', ...EXAMPLE_TOTALS, ...EXAMPLE_HASHES },
  ),
  'user.activated': kind(
    'user.activated',
    'UserActivatedEvent',
    "A member became visible to you: new, active again, or no longer hidden. Each of the member's active listings is announced by listing.published, too.",
    USERS,
    UserData,
    USER_EXAMPLE,
  ),
  'user.updated': kind(
    'user.updated',
    'UserUpdatedEvent',
    'A visible member changed, or what you may see of that member changed. Fetch the member for the new state.',
    USERS,
    UserData,
    USER_EXAMPLE,
  ),
  'user.deactivated': kind(
    'user.deactivated',
    'UserDeactivatedEvent',
    "A member is no longer visible to you, for whatever reason. Delete what you store about the member. Each of the member's active listings is announced by listing.closed, too. Events may arrive out of order: when in doubt, fetch the member.",
    USERS,
    UserData,
    USER_EXAMPLE,
  ),
  'listing.published': kind(
    'listing.published',
    'ListingPublishedEvent',
    'A listing became visible to you: new, released by a moderator, reopened, or its member became visible.',
    LISTINGS,
    ListingData,
    LISTING_EXAMPLE,
  ),
  'listing.updated': kind(
    'listing.updated',
    'ListingUpdatedEvent',
    'An active listing of a visible member changed. Fetch it for the new state.',
    LISTINGS,
    ListingData,
    LISTING_EXAMPLE,
  ),
  'listing.closed': kind(
    'listing.closed',
    'ListingClosedEvent',
    'A listing is no longer visible to you: closed, held by a moderator, or its member is no longer visible. Delete what you store about the listing. Events may arrive out of order: when in doubt, fetch the listing.',
    LISTINGS,
    ListingData,
    LISTING_EXAMPLE,
  ),
  'webhook.test': kind(
    'webhook.test',
    'WebhookTestEvent',
    'A test event that you requested. It is sent only to the subscription under test.',
    [],
    WebhookTestData,
    { subscription_id: EXAMPLE_SUBSCRIPTION_ID },
  ),
};

/** Whether a partner with these scopes may receive events of a kind. */
export function mayReceive(type: EventType, scopes: readonly Scope[]): boolean {
  const needed = EVENT_KINDS[type].scopes;
  return needed.length === 0 || needed.some((scope) => scopes.includes(scope));
}

/** Item of `GET /webhooks/event-types`. */
export const EventTypeDescription = component('EventTypeDescription', 'One event type.', {
  type: Type.String({ description: 'The event type, as listed in event_types.', examples: ['wallet.credited'] }),
  description: Type.String({ description: 'When it is sent.' }),
  scopes: Type.Array(Type.String(), {
    description: 'The partner must hold at least one of these to receive it. Empty: every partner receives it.',
  }),
  schema: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema (2020-12) of the complete body of a delivery.',
  }),
  example: Type.Unsafe<EventBody>({
    type: 'object',
    additionalProperties: true,
    description: 'A complete body.',
  }),
});
export type EventTypeDescription = Static<typeof EventTypeDescription>;

/** `data` of `GET /webhooks/event-types`. */
export function eventTypeCatalogue(): EventTypeDescription[] {
  return EVENT_TYPES.map((type) => {
    const { description, scopes, schema, example } = EVENT_KINDS[type];
    return {
      type,
      description,
      scopes: [...scopes],
      schema: openSchema(publicSchema(schema)),
      example,
    };
  });
}

/** Any event. */
export const AnyEvent = Type.Unsafe<EventBody>({
  $id: 'AnyEvent',
  description: 'An event of any type; `type` says which.',
  anyOf: EVENT_TYPES.map((type) => ref(EVENT_KINDS[type].schema)),
});
export const EventList = listOf(AnyEvent, SyncListMeta);

/** The last branch of the published `AnyEvent`: what a partner may be sent that this version does not know. */
export const LATER_EVENT: Json = {
  description: 'An event of a type that was added later. Ignore it.',
  type: 'object',
  properties: {
    id: { type: 'string', description: 'The event; equal to the webhook-id header.', examples: [EXAMPLE_EVENT_ID] },
    type: { type: 'string', description: 'None of the types listed here.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data: { type: 'object', additionalProperties: true, description: 'Depends on the type.' },
  },
  required: ['id', 'type', 'timestamp', 'data'],
  additionalProperties: true,
};

/** `GET /events` */
export const listEvents = operation({
  id: 'listEvents',
  tag: 'Events',
  summary: 'List the events of the last 30 days',
  description:
    'Every event this partner may currently receive, whether or not it has a subscription, in the form in which it is delivered: newest first, or with `order=asc` from the oldest in the order of commit. In that order the last page has `meta.sync_token`: send it as `sync_token` later to get what was committed since, and you miss nothing. The scope `webhooks.manage` opens every kind that the partner may receive, another scope the kinds that belong to it.',
  method: 'GET',
  path: '/events',
  authentication: {
    kind: 'bearer',
    scopes: ['webhooks.manage', 'users.read', 'listings.read', 'wallet.read', 'wallet.write'],
  },
  query: {
    type: oneOf(EVENT_TYPES, 'Only events of this type.'),
    timestamp_since: timestamp('Only events at or after this time.'),
    timestamp_before: timestamp('Only events before this time.'),
    order: oneOf(
      ['desc', 'asc'],
      '`desc`: newest first (default). `asc`: oldest first, in the order of commit, for polling.',
    ),
    sync_token: text(
      '`meta.sync_token` of the last page of an earlier walk: answers what was committed since, oldest first, under the filters of that walk. Send it alone, or with `per_page` or `order=asc`; later pages have their `cursor`. Valid for at least 30 days. When events that you had not reached are deleted, or from before a restore, 410 `sync_token_expired`: begin with `order=asc`.',
      4000,
    ),
    ...PAGING,
  },
  body: undefined,
  responses: {
    200: {
      description: 'A page of events.',
      schema: EventList,
      headers: ['Link'],
      example: {
        data: [EVENT_KINDS['wallet.credited'].example],
        meta: { per_page: 100, has_more: false, next_cursor: null, sync_token: null },
      },
    },
  },
  errors: ['invalid_cursor', 'sync_token_expired'],
  cacheControl: 'private, no-store',
});
