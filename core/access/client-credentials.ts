/**
 * Client credentials as they are sent: a secret in the body or by HTTP Basic (RFC 6749 section 2.3.1), or an assertion
 * signed with the client's key (RFC 7523 section 2.2).
 */

import { refusal } from '../base/refusal.ts';
import { isWellFormedClientId } from '../partners/secrets.ts';
import { readCompactJws, type SignedStatement } from './jws.ts';

/** A secret as it was sent, unchecked; either half may be missing or broken. */
export interface PresentedSecret {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An assertion as it was sent, unchecked. */
export interface PresentedAssertion {
  /** The client it claims to be from, its subject; '' if it names none. */
  readonly clientId: string;
  /** `client_id` where it is sent beside. */
  readonly clientIdBeside: string | undefined;
  /** Undefined: not readable, or of another type. */
  readonly assertion: SignedStatement | undefined;
}

export type PresentedCredentials = PresentedSecret | PresentedAssertion;

/** Credentials in the body. */
interface BodyCredentials {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Takes the credentials from the one place they are in; undefined when none are sent.
 * @throws refusal invalid_request when they are in two places
 */
export function presentedCredentials(
  authorization: string | undefined,
  { client_id: bodyId, client_secret: bodySecret, ...assertion }: BodyCredentials,
): PresentedCredentials | undefined {
  const basic = readBasic(authorization);
  if (assertion.client_assertion !== undefined || assertion.client_assertion_type !== undefined) {
    if (basic || bodySecret !== undefined) {
      throw refusal('invalid_request', 'Send one proof of the client: an assertion or a secret, not both.');
    }
    return readAssertion(bodyId, assertion);
  }
  if (!basic) {
    if (bodyId === undefined && bodySecret === undefined) return undefined;
    return { clientId: bodyId ?? '', clientSecret: bodySecret ?? '' };
  }
  if (bodySecret !== undefined) {
    throw refusal('invalid_request', 'Send the secret in one place: by HTTP Basic or in the body.');
  }
  if (bodyId !== undefined && bodyId !== basic.clientId) {
    throw refusal('invalid_request', 'The client_id in the body is not the one sent by HTTP Basic.');
  }
  return basic;
}

/** The client id that was sent, if it has the form of one; for the call log, which needs no proof. */
export function clientIdOf(
  authorization: string | undefined,
  parameters: Readonly<Record<string, unknown>>,
): string | undefined {
  const { client_id: bodyId, client_assertion: assertion } = parameters;
  const named = bodyId ?? (typeof assertion === 'string' ? readCompactJws(assertion)?.claims.sub : undefined);
  const basic = readBasic(authorization);
  const clientId = basic === undefined ? named : basic.clientId;
  return typeof clientId === 'string' && isWellFormedClientId(clientId) ? clientId : undefined;
}

function readAssertion(bodyId: string | undefined, sent: BodyCredentials): PresentedAssertion {
  const { client_assertion: text = '', client_assertion_type: type } = sent;
  const assertion = type === JWT_BEARER ? readCompactJws(text) : undefined;
  const sub = assertion?.claims.sub;
  return { clientId: typeof sub === 'string' ? sub : '', clientIdBeside: bodyId, assertion };
}

/**
 * HTTP Basic; undefined for another scheme. Each half is form-encoded before it is joined (RFC 6749 section 2.3.1). What
 * cannot be read matches no client.
 */
function readBasic(authorization: string | undefined): PresentedSecret | undefined {
  const basic = /^basic(?: +(.*))?$/i.exec(authorization ?? '');
  if (!basic) return undefined;
  const base64 = basic[1] ?? '';
  const unreadable = { clientId: '', clientSecret: '' };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return unreadable;
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return unreadable;
  try {
    const [clientId, clientSecret] = [text.slice(0, colon), text.slice(colon + 1)].map(formDecode);
    return { clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
  } catch {
    return unreadable;
  }
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
