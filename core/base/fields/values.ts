/** From the rule of a field (contract/src/fields.ts) to the value of a text: a cell of a file, or what a person typed. */
import { type BrokenRule, brokenField, type FieldRule, type FieldValue, readSeconds } from '@timebank/contract';

import { spelledAddress } from '../email-address.ts';

/** Reads a text; an absent one reads as the empty text. Answers the value, or the rule that is broken. */
export type Reader<T> = (text: string) => { readonly value: T } | { readonly broken: BrokenRule };

/** The reader of a field: trims, writes words small, and turns hours into seconds. */
export function readerOf<const R extends FieldRule>(rule: R): Reader<FieldValue<R>> {
  return (text) => {
    const broken = brokenField(rule, text);
    return broken ? { broken } : { value: convert(rule, text.trim()) as FieldValue<R> };
  };
}

function convert(rule: FieldRule, text: string): string | number | null | undefined {
  if (text === '') return rule.empty;
  switch (rule.kind) {
    case 'words':
      return text.toLowerCase();
    case 'hours':
    case 'positive_hours':
    case 'duration': {
      const read = readSeconds(rule.kind, text);
      return 'seconds' in read ? read.seconds : undefined;
    }
    case 'email':
      return spelledAddress(text);
    default:
      return text;
  }
}
