/** Reads of a member's e-mail address as the console shows them. */
import type { MemberRead } from '../../contract/members.ts';
import type { MemberReadRow } from '../../domain/members/console-queries.ts';

/** Greater than every id. */
export const LAST_AUDIT_ID = '9223372036854775807';

export function presentRead({ at, partnerId, partnerName, requestId, ...row }: MemberReadRow): MemberRead {
  return { ...row, at: at.toISOString(), partner_id: partnerId, partner_name: partnerName, request_id: requestId };
}
