/** The one field for hours: read by the chosen language's locale, with what was understood below it. */

import { TextInput, type TextInputProps } from '@mantine/core';
import { clockOf } from '@timebank/contract/duration';
import type { Ref } from 'react';
import { readHours, readTime, type TimeReading } from '../../i18n/hours.ts';
import { type Format, type Texts, useLanguage } from '../../i18n/text.ts';

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
  const { text, format } = useLanguage();
  const said = understood(clock ? readTime(value) : readHours(value, format.decimal), text, format, clock);
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
function understood(reading: TimeReading, text: Texts, format: Format, clock: boolean): string | undefined {
  if (reading.kind !== 'read') return undefined;
  const { hours, seconds } = reading;
  const shown = text.hours.understood(format.hours(hours), Math.abs(hours) === 1);
  return clock && seconds > 0 && !format.isClock ? `${shown} (${clockOf(seconds)})` : shown;
}
