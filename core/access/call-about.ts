/** The subject of a call, for the log: ids, hours and the bank's reference; no name, no address, no note. */
import { decodeId, type PartnerOperationId } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { readPaymentReference } from '../people/members/payment-reference.ts';

export interface CallAbout {
  /** UUID from the request; there may be no such member. */
  readonly memberId: string | null;
  readonly amountSeconds: number | null;
  readonly reference: string | null;
  /** Booked credits of a request with several. */
  readonly itemCount: number | null;
}

/** The facts of an answered call. The body is as it was sent: it may be the reason of the refusal. */
export interface CallParts {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly object: Readonly<Record<string, unknown>> | undefined;
  /** `data` of the answer, if it was a success. */
  readonly answered: unknown;
  /** The error that was answered, else undefined. */
  readonly error?: unknown;
}

const NOTHING: CallAbout = { memberId: null, amountSeconds: null, reference: null, itemCount: null };
const HOURS_MAX = 1_000_000;
const HOUR_SECONDS = 3600;
/** Characters of a reference. A longer one, or a text that the database cannot store, is left out. */
const REFERENCE = /^[^\p{C}]{1,128}$/u;

type Fields = Readonly<Record<string, unknown>>;
type Source = (parts: CallParts, answered: Fields) => Partial<CallAbout>;

const ofCredit: Source = (_, { user_id, seconds, reference }) => ({
  memberId: member(user_id),
  amountSeconds: amount(seconds),
  reference: referenceOf(reference),
});

const SOURCES: Readonly<Partial<Record<PartnerOperationId, Source>>> = {
  getUser: ({ params }) => ({ memberId: member(params.id) }),
  lookupUser: (parts, { user_id }) => ({ memberId: member(user_id), reference: unfoundReference(parts) }),
  listListings: ({ query }) => ({ memberId: member(query.user_id) }),
  getListing: (_, { user_id }) => ({ memberId: member(user_id) }),
  getBalance: ({ params }) => ({ memberId: member(params.userId) }),
  creditWallet: ({ object = {} }) => ({
    memberId: member(object.user_id),
    amountSeconds: secondsOf(object.hours),
    reference: referenceOf(object.reference),
  }),
  creditMany: (_, answered) => (Array.isArray(answered) ? sumOf(answered) : {}),
  listCredits: ({ query }) => ({ memberId: member(query.user_id), reference: referenceOf(query.reference) }),
  getCredit: ofCredit,
  // The return's own reference, which the bank uses in questions.
  reverseCredit: (parts, answered) => ({
    ...ofCredit(parts, answered),
    reference: referenceOf(parts.object?.reference),
  }),
};

export function aboutOf(parts: CallParts): CallAbout {
  const source = SOURCES[parts.operation as PartnerOperationId];
  if (!source) return NOTHING;
  const { answered } = parts;
  const isObject = typeof answered === 'object' && answered !== null;
  return { ...NOTHING, ...source(parts, isObject ? (answered as Fields) : {}) };
}

/**
 * The payment reference that is no member's for the partner, or is mistyped: a payment waits for a person. One that
 * was found is left out: it would name the member once more.
 */
function unfoundReference({ query, error }: CallParts): string | null {
  const sent = query.payment_reference;
  if (typeof sent !== 'string') return null;
  const isUnfound =
    refusal.is(error, 'user_not_found') ||
    (refusal.is(error, 'invalid_request') && 'fault' in readPaymentReference(sent));
  return isUnfound ? referenceOf(sent.trim()) : null;
}

const member = (id: unknown) => (typeof id === 'string' ? (decodeId('usr', id) ?? null) : null);
const referenceOf = (value: unknown) => (typeof value === 'string' && REFERENCE.test(value) ? value : null);
const amount = (seconds: unknown) => (Number.isSafeInteger(seconds) ? (seconds as number) : null);

function secondsOf(hours: unknown): number | null {
  if (typeof hours !== 'number' || !(hours > 0 && hours <= HOURS_MAX)) return null;
  return Math.round(hours * HOUR_SECONDS);
}

/** The subject of a call with several credits, from their outcomes. */
function sumOf(outcomes: readonly { readonly data?: { readonly seconds: number } }[]): Partial<CallAbout> {
  const credits = outcomes.flatMap(({ data }) => (data ? [data.seconds] : []));
  return { itemCount: credits.length, amountSeconds: credits.reduce((sum, seconds) => sum + seconds, 0) };
}
