/** What another system says of a member beside name and hours: kept where it fits our fields, left out where not. */
import { readerOf } from '../../../../core/base/fields/values.ts';
import type { MemberDetails } from '../../../../core/people/members/detail-queries.ts';
import { DETAIL_RULES } from '../../../../core/people/members/details.ts';

/** Texts as the files have them, by our field. */
export type WrittenDetails = { readonly [Field in keyof MemberDetails]?: string };

/** The texts on one line, without those that break the rule of their field. */
export function detailsWritten(written: WrittenDetails): Partial<MemberDetails> {
  const kept = Object.entries(written).flatMap(([name, text]) => {
    const read = readerOf(DETAIL_RULES[name as keyof MemberDetails])(text.replace(/\s+/g, ' '));
    return 'value' in read && read.value !== null ? [[name, read.value] as const] : [];
  });
  return Object.fromEntries(kept);
}
