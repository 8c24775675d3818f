/** Calls of the office to members as the console shows them. */
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { OfficeCall } from '../../contract/contacts.ts';
import type { MemberCallRow } from '../../domain/contact-queries.ts';

export const presentCall = (row: MemberCallRow): OfficeCall => shownAs(OfficeCall, row);
