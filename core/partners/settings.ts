/** The settings of a partner, and their checks. */
import { type FieldError, isInRange, PARTNER_FIELDS, SCOPES, type Scope } from '@timebank/contract';
import { readerOf } from '../base/fields/values.ts';
import { refusal } from '../base/refusal.ts';
import { checkAllowedAddresses } from './allowed-addresses.ts';

/** The contact of the partner, and notes: nothing that the service acts on. */
export interface PartnerContact {
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly note: string | null;
}

/** A partner's settings. Amounts in whole seconds; null is no cap. */
export interface PartnerSettings extends PartnerContact {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Addresses and CIDRs; empty: from anywhere. */
  readonly allowedAddresses: readonly string[];
  /** 0: no limit. */
  readonly rateLimitPerMinute: number;
  readonly maxCreditSeconds: number;
  readonly maxMemberDaySeconds: number | null;
  readonly maxPartnerDaySeconds: number | null;
}

/** Settings as they come in: scopes are names still to be checked. */
export interface PartnerSettingsInput extends Omit<PartnerSettings, 'scopes'> {
  readonly scopes: readonly string[];
}

/** The defaults of a new partner. Scopes are always the caller's choice. */
export const DEFAULT_SETTINGS = {
  allowedAddresses: [],
  rateLimitPerMinute: 600,
  // 1,000 hours: a guard against typing errors.
  maxCreditSeconds: 3_600_000,
  maxMemberDaySeconds: null,
  maxPartnerDaySeconds: null,
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  note: null,
} as const;

/** The names of the settings on the wire and in the audit log. */
const CONTACT_FIELDS = {
  contactName: 'contact_name',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  note: 'note',
} as const;

/** The wire's names of what differs; the values are personal. */
export function changedContact(before: PartnerContact, after: PartnerContact): string[] {
  const keys = Object.keys(CONTACT_FIELDS) as (keyof PartnerContact)[];
  return keys.filter((key) => before[key] !== after[key]).map((key) => CONTACT_FIELDS[key]);
}

function readContact(input: PartnerContact, errors: FieldError[]): PartnerContact {
  const read = (key: keyof PartnerContact): string | null => {
    const field = CONTACT_FIELDS[key];
    const read = readerOf(PARTNER_FIELDS[field])(input[key] ?? '');
    if ('value' in read) return read.value;
    errors.push({ field, code: read.broken.code, message: `${field} ${read.broken.message}` });
    return null;
  };
  return {
    contactName: read('contactName'),
    contactEmail: read('contactEmail'),
    contactPhone: read('contactPhone'),
    note: read('note'),
  };
}

/**
 * Checks all settings and returns them in canonical form: scopes in the contract's order, ranges with prefix lengths.
 * @throws refusal validation_failed naming every field at fault
 */
export function checkSettings(input: PartnerSettingsInput): PartnerSettings {
  const errors: FieldError[] = [];
  const name = readerOf(PARTNER_FIELDS.name)(input.name);
  if ('broken' in name) {
    errors.push({ field: 'name', code: name.broken.code, message: `name ${name.broken.message}` });
  }
  input.scopes.forEach((scope, index) => {
    if ((SCOPES as readonly string[]).includes(scope)) return;
    const message = `"${scope}" is not a scope; the scopes are ${SCOPES.join(', ')}.`;
    errors.push({ field: `scopes.${index}`, code: 'unknown_value', message });
  });
  const rate = input.rateLimitPerMinute;
  if (!isInRange(PARTNER_FIELDS.rate_limit_per_minute, rate)) {
    const { max } = PARTNER_FIELDS.rate_limit_per_minute;
    const message = `The rate limit must be a whole number of requests per minute from 0 (none) to ${max}.`;
    errors.push({ field: 'rate_limit_per_minute', code: 'out_of_range', message });
  }
  for (const [field, seconds, mayBeNone] of [
    ['max_credit_hours', input.maxCreditSeconds, false],
    ['max_member_day_hours', input.maxMemberDaySeconds, true],
    ['max_partner_day_hours', input.maxPartnerDaySeconds, true],
  ] as const) {
    if (seconds === null && mayBeNone) continue;
    if (seconds !== null && Number.isSafeInteger(seconds) && seconds > 0) continue;
    errors.push({ field, code: 'out_of_range', message: `${field} must be more than 0.` });
  }
  const contact = readContact(input, errors);
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
  return {
    name: input.name.trim(),
    scopes: SCOPES.filter((scope) => input.scopes.includes(scope)),
    allowedAddresses: checkAllowedAddresses(input.allowedAddresses),
    rateLimitPerMinute: rate,
    maxCreditSeconds: input.maxCreditSeconds,
    maxMemberDaySeconds: input.maxMemberDaySeconds,
    maxPartnerDaySeconds: input.maxPartnerDaySeconds,
    ...contact,
  };
}
