/** Calls of the office to members as the console shows them. */
import type { OfficeCall } from '../../contract/contacts.ts';
import type { MemberCallRow } from '../../domain/contact-queries.ts';

export const presentCall = ({ calledOn, calledBy, note, againOn }: MemberCallRow): OfficeCall => ({
  called_on: calledOn,
  called_by: calledBy,
  note,
  again_on: againOn,
});
