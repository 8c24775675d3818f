/**
 * All that opens a member's pages, in one table: what it proves, who hears of it, and what signing out everywhere does to
 * it. `ways-in.test.ts` holds it to the statements that write sessions, letters, requests, deputies, cards and addresses:
 * a way that is missing here fails there.
 */
import type { MailKind } from '@timebank/contract';

export interface WayIn {
  /** What the person has to show, or the person who makes it. */
  readonly proof: string;
  /** The mail that tells of it; else why there is none. */
  readonly notice: MailKind | `none: ${string}`;
  /** What becomes of it where a member signs out everywhere, or the office does so for the member. */
  readonly signOut: `ends${string}` | `stays: ${string}`;
  /** The statements that write it. */
  readonly statements: readonly string[];
}

export const WAYS_IN = {
  session: {
    proof: 'one of the ways below; it goes on for another only where a deputy row says so',
    notice: 'sign_in.device',
    signOut: 'ends',
    statements: ['insert_member_session', 'update_session_member'],
  },
  letter: {
    proof: 'a code of 54 bits from paper, made at the console with a fresh password, or on the server',
    notice: 'sign_in.device',
    signOut: 'stays: it lies in the house of the member; a new letter ends it',
    statements: ['insert_letters', 'use_letter'],
  },
  mailLink: {
    proof: 'who reads the mailbox: a key of 256 bits, for a quarter of an hour',
    notice: 'sign_in.device',
    signOut: 'stays: the mailbox is the way, and another address ends it',
    statements: ['insert_sign_in_request', 'update_sign_in_digests', 'use_sign_in_key'],
  },
  number: {
    proof: 'who reads the mailbox and has the browser that asked: eight digits, five tries',
    notice: 'sign_in.device',
    signOut: 'stays: as the link of the same mail',
    statements: ['use_sign_in_number'],
  },
  ownAddress: {
    proof: 'a session of the member in person, and the answer of the new mailbox',
    notice: 'address.old',
    signOut: 'stays: the address before has had its notice',
    statements: ['insert_address_request', 'use_address_request'],
  },
  addressByOffice: {
    proof: 'a fresh password at the console, or the server',
    notice: 'address.old',
    signOut: 'stays: the address before has had its notice',
    statements: ['insert_address_changed', 'update_member'],
  },
  newMember: {
    proof: 'the right to change members; an import and a move need a fresh password',
    notice: 'none: the member is new, and there are no hours yet to be seen',
    signOut: 'stays: the address is the way',
    statements: ['insert_members'],
  },
  deputy: {
    proof: 'a session of the member in person, or a fresh password at the console, or the server',
    notice: 'deputy.appointed',
    signOut: 'ends, but for those who are ticked to stay or whom the office recorded',
    statements: ['insert_deputy'],
  },
  card: {
    proof: 'none: it names its owner to members who are signed in, and opens nothing',
    notice: 'none: it opens nothing',
    signOut: 'stays: it opens nothing',
    statements: ['update_member_card'],
  },
} as const satisfies Readonly<Record<string, WayIn>>;
