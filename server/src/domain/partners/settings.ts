/** What an administrator may set on a partner, and the checks on it. */
import { type FieldError, isInRange, PARTNER_FIELDS, SCOPES, type Scope } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import { readerOf } from '../fields/values.ts';
import { checkAllowedAddresses } from './allowed-addresses.ts';

/** A partner's settings. Amounts in whole seconds; null is no cap. */
export interface PartnerSettings {
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

/** What a new partner has unless told otherwise. Scopes are always the caller's choice. */
export const DEFAULT_SETTINGS = {
  allowedAddresses: [],
  rateLimitPerMinute: 600,
  // 1,000 hours: a guard against typing errors.
  maxCreditSeconds: 3_600_000,
  maxMemberDaySeconds: null,
  maxPartnerDaySeconds: null,
} as const;

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
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
  return {
    name: input.name.trim(),
    scopes: SCOPES.filter((scope) => input.scopes.includes(scope)),
    allowedAddresses: checkAllowedAddresses(input.allowedAddresses),
    rateLimitPerMinute: rate,
    maxCreditSeconds: input.maxCreditSeconds,
    maxMemberDaySeconds: input.maxMemberDaySeconds,
    maxPartnerDaySeconds: input.maxPartnerDaySeconds,
  };
}
