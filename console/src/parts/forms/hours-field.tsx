/** The one field for hours: read by the chosen language's locale, with what was understood below it. */
import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import type { Format } from '../../i18n/format.ts';
import { clockOf, type HoursReading, readHours } from '../../i18n/hours.ts';
import { type Texts, useFormat, useText } from '../../i18n/text.ts';

export function HoursField({
  value = '',
  clock = false,
  description,
  ...props
}: Omit<TextInputProps, 'value' | 'inputWrapperOrder' | 'ref'> & {
  value?: string;
  /** Also takes times as they stand on a slip: `1:30`, `90 min`. */
  clock?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const text = useText();
  const format = useFormat();
  const said = understood(readHours(value, format.decimal, clock), text, format, clock);
  return (
    <TextInput
      autoComplete="off"
      maxLength={100}
      {...props}
      value={value}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        (said || description) && (
          <>
            {said && <span className="understood">{said}</span>}
            {description}
          </>
        )
      }
    />
  );
}

/** `= 1,000 hours`; undefined where there is nothing to say. */
function understood(reading: HoursReading, text: Texts, format: Format, clock: boolean): string | undefined {
  if (reading.kind !== 'read') return undefined;
  const { hours, seconds } = reading;
  const shown = text.hours.understood(format.hours(hours), Math.abs(hours) === 1);
  return clock && seconds > 0 && !format.isClock ? `${shown} (${clockOf(seconds)})` : shown;
}

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
