/** Typed amounts of hours: what is wrong with them, and what they mean. */
import { clockOf } from '@timebank/contract/duration';
import { readHours, readTime } from '../../i18n/hours.ts';
import type { Format, Texts } from '../../i18n/text.ts';

/** The fault of a typed amount, and what to type instead; undefined when it is empty or an amount. */
export function hoursFault(typed: string, text: Texts, format: Format): string | undefined {
  const reading = readHours(typed, format.decimal);
  if (reading.kind !== 'fault') return undefined;
  if (reading.fault === 'too_large') return text.field.tooLarge;
  if (reading.fault === 'too_many_decimals') return text.field.tooManyDecimals;
  if (reading.fault === 'unreadable') return text.hours.unreadable(format.inField(1000), format.inField(20.5));
  const whole = typed.replace(/\D/g, '');
  return text.hours.ambiguous(typed.trim(), whole, format.inField(1.5));
}

/** The fault of a typed length of time; undefined when it is empty or a length. */
export function timeFault(typed: string, text: Texts): string | undefined {
  const reading = readTime(typed);
  if (reading.kind === 'twofold') {
    if (/^\d+$/.test(typed.trim())) return text.hours.bare(typed.trim());
    const [one, other] = reading.readings.map(clockOf) as [string, string];
    return text.hours.twofold(typed.trim(), one, other);
  }
  if (reading.kind !== 'fault') return undefined;
  if (reading.fault === 'too_large') return text.field.tooLarge;
  return reading.fault === 'too_many_decimals' ? text.field.tooManyDecimals : text.field.hours;
}

/** The amount that was typed; null for none and for what cannot be read, which `hoursFault` tells. */
export function hoursTyped(typed: string, format: Format): number | null {
  const reading = readHours(typed, format.decimal);
  return reading.kind === 'read' ? reading.hours : null;
}

/** A stored amount as a field shows it. */
export function hoursShown(hours: number | null, format: Format): string {
  return hours === null ? '' : format.inField(hours);
}
