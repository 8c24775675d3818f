/** Typed amounts of hours: what is wrong with them, and what they mean. */
import type { Format } from '../../i18n/format.ts';
import { readHours } from '../../i18n/hours.ts';
import type { Texts } from '../../i18n/text.ts';

/** The fault of a typed amount, and what to type instead; undefined when it is empty or an amount. */
export function hoursFault(typed: string, text: Texts, format: Format, clock = false): string | undefined {
  const reading = readHours(typed, format.decimal, clock);
  if (reading.kind !== 'fault') return undefined;
  if (reading.fault === 'too_large') return text.field.tooLarge;
  if (reading.fault === 'too_many_decimals') return text.field.tooManyDecimals;
  if (reading.fault === 'unreadable') {
    return clock ? text.field.hours : text.hours.unreadable(format.inField(1000), format.inField(20.5));
  }
  const whole = typed.replace(/\D/g, '');
  return text.hours.ambiguous(typed.trim(), whole, format.inField(1.5));
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
