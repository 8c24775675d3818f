/** Who recorded an hour on the members' pages: one of its two, by whom it is named. */
import { decodeId } from '@timebank/contract';

const OF_MEMBERS = 'member:';

/** The member who recorded a booking; undefined: it was no member. */
export const recordingMember = (recordedBy: string): string | undefined =>
  recordedBy.startsWith(OF_MEMBERS) ? decodeId('usr', recordedBy.slice(OF_MEMBERS.length)) : undefined;
