/** Reads of a member's e-mail address as the console shows them. */
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { MemberRead } from '../../contract/members.ts';
import type { MemberReadRow } from '../../domain/members/console-queries.ts';

/** Greater than every id. */
export const LAST_AUDIT_ID = '9223372036854775807';

export const presentRead = (row: MemberReadRow): MemberRead => shownAs(MemberRead, row);
