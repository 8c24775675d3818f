/** Client credentials as they are sent: in the body or by HTTP Basic (RFC 6749 section 2.3.1). */
import { isWellFormedClientId } from '../../../domain/partners/secrets.ts';
import { refusal } from '../../../platform/base/refusal.ts';

/** Credentials as they were sent, unchecked; either half may be missing or broken. */
export interface Presented {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Of the body, where it has them. */
interface BodyCredentials {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/**
 * Takes the credentials from the one place they are in; undefined when none are sent.
 * @throws refusal invalid_request when they are in two places
 */
export function presentedCredentials(
  authorization: string | undefined,
  { client_id: bodyId, client_secret: bodySecret }: BodyCredentials,
): Presented | undefined {
  const basic = readBasic(authorization);
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

/** The client id that was sent, if it has the form of one; for the call log, which only asks whose call it was. */
export function clientIdOf(
  authorization: string | undefined,
  parameters: Readonly<Record<string, unknown>>,
): string | undefined {
  const basic = readBasic(authorization);
  const clientId = basic === undefined ? parameters.client_id : basic.clientId;
  return typeof clientId === 'string' && isWellFormedClientId(clientId) ? clientId : undefined;
}

/**
 * HTTP Basic; undefined for another scheme. Each half is form-encoded before it is joined (RFC 6749 section 2.3.1). What
 * cannot be read matches no client.
 */
function readBasic(authorization: string | undefined): Presented | undefined {
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
