/** The faults of a slip, by field. */
import type { ApiError } from '../../api/call.ts';
import type { Format } from '../../i18n/format.ts';
import { readHours } from '../../i18n/hours.ts';
import type { Texts } from '../../i18n/text.ts';
import { hoursFault } from '../../parts/forms/hours-text.ts';
import type { Choice } from '../../parts/forms/party.ts';
import { failureText, fieldText } from '../../parts/page/failure.ts';
import { isOddTime, SLIP_FIELDS, type Slip, type SlipField } from './slip-store.ts';

/** Faults that show without asking the service. */
export function faultsIn(slip: Slip, text: Texts, format: Format): Slip['faults'] {
  const missing = ({ party, typed }: Choice) => party === null && typed.trim() === '';
  const reading = readHours(slip.time, format.decimal, true);
  const time =
    reading.kind === 'empty'
      ? text.field.required
      : reading.kind === 'read' && reading.seconds <= 0
        ? text.field.notPositive
        : isOddTime(slip.time, format.decimal)
          ? text.slips.odd(slip.time.trim())
          : hoursFault(slip.time, text, format, true);
  return {
    ...(missing(slip.provider) ? { provider: text.slips.choose } : {}),
    ...(missing(slip.receiver) ? { receiver: text.slips.choose } : {}),
    ...(time ? { time } : {}),
  };
}

/** Faults that the service found. @param step the community's step of minutes */
export function faultsOf(error: ApiError, text: Texts, step: number | undefined): Slip['faults'] {
  const faults: Partial<Record<SlipField | 'form', string>> = {};
  for (const fault of error.fields) {
    const field = SLIP_FIELDS.find((one) => one === fault.field);
    const message =
      fault.code === 'unknown_category' || fault.code === 'closed_category'
        ? text.slips.unknownCategory
        : fault.code === 'wrong_step' && step !== undefined
          ? text.slips.step(step)
          : error.code === 'limit_exceeded'
            ? `${fieldText(fault, text)} ${text.slips.limitIs}`
            : fieldText(fault, text);
    faults[field ?? 'form'] = message;
  }
  if (Object.keys(faults).length === 0) faults.form = failureText(error, text);
  return faults;
}
