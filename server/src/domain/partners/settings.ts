/** What an administrator may set on a partner, and the checks on it. */
import { type FieldError, SCOPES, type Scope } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
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

const NAME_MAX = 200;
const RATE_LIMIT_MAX = 1_000_000;

/**
 * Checks all settings and returns them in canonical form: scopes in the contract's order, ranges with prefix lengths.
 * @throws refusal validation_failed naming every field at fault
 */
export function checkSettings(input: PartnerSettingsInput): PartnerSettings {
  const errors: FieldError[] = [];
  const name = input.name.trim();
  if (name === '' || [...name].length > NAME_MAX || !name.isWellFormed() || name.includes('\0')) {
    errors.push({ field: 'name', code: 'invalid_length', message: `name must have 1 to ${NAME_MAX} characters.` });
  }
  input.scopes.forEach((scope, index) => {
    if ((SCOPES as readonly string[]).includes(scope)) return;
    const message = `"${scope}" is not a scope; the scopes are ${SCOPES.join(', ')}.`;
    errors.push({ field: `scopes.${index}`, code: 'unknown_value', message });
  });
  const rate = input.rateLimitPerMinute;
  if (!Number.isSafeInteger(rate) || rate < 0 || rate > RATE_LIMIT_MAX) {
    const message = `The rate limit must be a whole number of requests per minute from 0 (none) to ${RATE_LIMIT_MAX}.`;
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
    name,
    scopes: SCOPES.filter((scope) => input.scopes.includes(scope)),
    allowedAddresses: checkAllowedAddresses(input.allowedAddresses),
    rateLimitPerMinute: rate,
    maxCreditSeconds: input.maxCreditSeconds,
    maxMemberDaySeconds: input.maxMemberDaySeconds,
    maxPartnerDaySeconds: input.maxPartnerDaySeconds,
  };
}
