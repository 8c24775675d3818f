/** Messages for failed calls, in the person's language. */
import type { UseFormReturnType } from '@mantine/form';
import type { ApiError, FieldError } from '../../api/call.ts';
import type { Texts } from '../../i18n/text.ts';

/** One or two sentences. */
export function failureText(error: Error, text: Texts): string {
  const { failure } = text;
  const errors: Readonly<Record<string, string>> = text.refusals.errors;
  const conflicts: Readonly<Record<string, string>> = text.refusals.conflicts;
  const reasons: Readonly<Record<string, string>> = text.refusals.provider;
  if (!('code' in error)) return failure.server;
  const { code, status, retryAfterSeconds, fields } = error as ApiError;
  if (code === 'network') return failure.network;
  if (code === 'timeout') return failure.timeout;
  if (code === 'unreadable') return failure.unreadable;
  if (code === 'not_permitted') return failure.notPermitted;
  if (code === 'rate_limited') return failure.rateLimited(retryAfterSeconds);
  if (code === 'validation_failed') return failure.fields;
  if (code === 'temporarily_unavailable') return failure.away;
  const [fault] = fields;
  if (code === 'state_conflict') return (fault && conflicts[fault.code]) ?? failure.conflict;
  if (code === 'provider_refused' && fault) return reasons[fault.code] ?? failure.server;
  if (code === 'limit_exceeded' && fault) return fieldText(fault, text);
  return errors[code] ?? (status === 404 ? failure.gone : failure.server);
}

/** A field's fault, in the person's language; the service's own sentences are for developers. */
export function fieldText({ code, ...values }: FieldError, text: Texts): string {
  const { faults, caps, other } = text.refusals;
  if (code in caps) {
    const { limit_hours, remaining_hours, limit_count, remaining_count } = values;
    return caps[code as keyof typeof caps](limit_hours ?? limit_count ?? 0, remaining_hours ?? remaining_count ?? 0);
  }
  const known: Readonly<Record<string, string>> = {
    ...faults,
    required: text.field.required,
    too_short: text.field.tooShort,
    too_long: text.field.tooLong,
    too_common: text.field.tooCommon,
    not_positive: text.field.notPositive,
    too_many_decimals: text.field.tooManyDecimals,
    too_large: text.field.tooLarge,
    out_of_range: text.field.outOfRange,
    invalid_characters: text.field.invalidCharacters,
    invalid_character: text.field.invalidCharacters,
    invalid_email: text.field.email,
    invalid_date: text.field.date,
    invalid_hours: text.field.hours,
    invalid_language: text.field.language,
    invalid_year: text.field.year,
    line_break: text.field.lineBreak,
    in_the_future: text.field.future,
    same_account: text.field.sameAccount,
    not_active: text.field.notActive,
    unknown_account: text.field.unknownAccount,
    taken: text.field.taken,
    mismatch: text.field.mismatch,
  };
  return known[code] ?? other;
}

/**
 * Shows a refusal's faults at their fields and goes to the first. Several faults of a list's items become one text of
 * the list's field. What belongs to no field of the form is left for `FormFailure`.
 */
// biome-ignore lint/suspicious/noExplicitAny: a form of whatever values
export function showFieldErrors(form: UseFormReturnType<any>, error: ApiError, text: Texts): void {
  const names = Object.keys(form.getValues() as object);
  const errors: Record<string, string> = {};
  for (const fault of error.fields) {
    const [name = ''] = fault.field.split('.');
    if (!names.includes(name)) continue;
    const message = fieldText(fault, text);
    errors[name] = errors[name] ? `${errors[name]} ${message}` : message;
  }
  form.setErrors(errors);
  const first = names.find((name) => errors[name]);
  if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus());
}

/** Goes to the first field that the form itself found wrong. */
// biome-ignore lint/suspicious/noExplicitAny: a form of whatever values
export function focusFirstError(form: UseFormReturnType<any>): (errors: object) => void {
  return (errors) => {
    const first = Object.keys(form.getValues() as object).find((name) => name in errors);
    if (first) form.getInputNode(first)?.focus();
  };
}
