/** The parameters of the two OAuth endpoints (RFC 6749 section 3.2): text, and empty or null means omitted. */
import { refusal } from '../../base/refusal.ts';
import type { ClientCall } from '../call.ts';

/** Parameters that the endpoints read. Others are ignored and may hold anything. */
const NAMES = [
  'grant_type',
  'client_id',
  'client_secret',
  'client_assertion_type',
  'client_assertion',
  'scope',
  'token',
] as const;

export type Parameters = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** @throws refusal invalid_request when a parameter is not text */
export function textParameters({ parameters }: ClientCall): Parameters {
  const known: Partial<Record<(typeof NAMES)[number], string>> = {};
  for (const name of NAMES) {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') throw refusal('invalid_request', `${name} must be a string.`);
    known[name] = value;
  }
  return known;
}
