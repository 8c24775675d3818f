/** A bank's file that is refused, in the words of its language. */
import type { FieldError } from '../../api/call.ts';
import type { Texts } from '../../i18n/text.ts';
import { fieldText } from './failure.ts';

/** Why a file cannot be read, and what to choose instead. */
export function fileFault(fault: FieldError, text: Texts): string {
  const faults: Readonly<Record<string, (line: string, found: string, max: string) => string>> = text.inbox.faults;
  const { line = '', found = '', max = '' } = fault.values ?? {};
  return faults[fault.code]?.(String(line), String(found), String(max)) ?? fieldText(fault, text);
}
