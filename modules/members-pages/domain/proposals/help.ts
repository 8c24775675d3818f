/** Time, day and note of help, as members type them. */
import { EXCHANGE_FIELDS, type FieldError, type FieldRule, type FieldValue } from '@timebank/contract';
import { readerOf } from '../../../../core/base/fields/values.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS, dayOf } from '../../../../core/base/time.ts';

const DAY_SECONDS = 86_400;
const DAYS_BACK_MAX = 366;

/** What is typed; what is left out is not asked for. */
export interface TypedHelp {
  readonly time?: string;
  readonly day?: string;
  readonly note?: string;
}

export interface ReadHelp {
  readonly seconds?: number;
  /** `YYYY-MM-DD` */
  readonly day?: string;
  readonly note?: string | null;
}

type Fault = { readonly code: string; readonly message: string } | undefined;

const longFault = (seconds: number): Fault =>
  seconds > DAY_SECONDS ? { code: 'too_long', message: 'is more than 24 hours.' } : undefined;

/** A day that has not come yet in the community, or is more than a year ago. */
function dayFault(today: string, day: string): Fault {
  if (day > today) return { code: 'in_the_future', message: `${day} has not come yet.` };
  if (day >= dayOf(ago(new Date(today), DAYS_BACK_MAX * DAY_MS))) return undefined;
  return { code: 'too_long_ago', message: `${day} is more than ${DAYS_BACK_MAX} days ago.` };
}

/**
 * Reads all of it, and names everything at fault.
 * @param today in the community
 * @param prefix of the names of the fields: `right_`
 */
export function examineHelp(
  today: string,
  typed: TypedHelp,
  prefix = '',
): { readonly read: ReadHelp; readonly faults: readonly FieldError[] } {
  const faults: FieldError[] = [];
  const take = <const R extends FieldRule>(
    name: string,
    rule: R,
    text: string | undefined,
    limit: (value: FieldValue<R>) => Fault = () => undefined,
  ): FieldValue<R> | undefined => {
    if (text === undefined) return undefined;
    const result = readerOf(rule)(text);
    const fault = 'broken' in result ? result.broken : limit(result.value);
    if (fault) faults.push({ field: prefix + name, code: fault.code, message: `${prefix}${name} ${fault.message}` });
    return 'value' in result && !fault ? result.value : undefined;
  };
  const seconds = take('time', EXCHANGE_FIELDS.time, typed.time, longFault);
  const day = take('day', EXCHANGE_FIELDS.service_date, typed.day, (value) => dayFault(today, value));
  const note = take('note', EXCHANGE_FIELDS.note, typed.note);
  return {
    read: {
      ...(seconds !== undefined && { seconds }),
      ...(day !== undefined && { day }),
      ...(note !== undefined && { note }),
    },
    faults,
  };
}

/** @throws Refusal validation_failed naming every field at fault */
export function readHelp(today: string, typed: TypedHelp, prefix = ''): ReadHelp {
  const { read, faults } = examineHelp(today, typed, prefix);
  if (faults[0]) throw refusal('validation_failed', faults[0].message, faults);
  return read;
}
