/** The kinds of mail: the words before the first colon of a reason key, and what follows from each. */
import type { AdministratorMailKind, MailKind, MemberMailKind } from '@timebank/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/base/time.ts';

export interface MailRule {
  /** What the recipient must want when the mail is sent; undefined: it is an answer to what the person has just done. */
  readonly wants?: MemberMailKind;
  /** Which kinds its link ends; undefined: the mail has no such link. */
  readonly stop?: MemberMailKind | 'office';
  /** A person waits for it: it goes before the others. */
  readonly urgent: boolean;
  /** Said by letter where it cannot be sent. */
  readonly printable: boolean;
  /** Who is on hold gets none. */
  readonly rests?: true;
  /** It is worth nothing later than this after its reason. */
  readonly lastsMs?: number;
}

/** How long a mailed link sets a password. */
export const PASSWORD_LINK_MS = 30 * MINUTE_MS;

/** How long a mailed link, and the number beside it, let a member in. */
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS;

export const MAIL_RULES: Readonly<Record<MailKind, MailRule>> = {
  invitation: { urgent: true, printable: false },
  'password.reset': { urgent: true, printable: false, lastsMs: PASSWORD_LINK_MS },
  'mail.test': { urgent: true, printable: false, lastsMs: HOUR_MS },
  'sign_in.link': { urgent: true, printable: false, lastsMs: SIGN_IN_LINK_MS },
  'sign_in.device': { urgent: true, printable: false },
  'address.new': { urgent: true, printable: false, lastsMs: SIGN_IN_LINK_MS },
  // The request, which has the address, is kept for a day.
  'address.old': { urgent: true, printable: false, lastsMs: DAY_MS },
  'deputy.appointed': { urgent: true, printable: true },
  'office.alert': { urgent: false, printable: false, stop: 'office' },
  message: { urgent: false, printable: true, wants: 'messages', stop: 'messages' },
  'join.received': { urgent: true, printable: false },
  'join.accepted': { urgent: true, printable: true },
  // What one person writes to another.
  'listing.answered': { urgent: true, printable: true },
  'answer.replied': { urgent: true, printable: true },
  'answer.written': { urgent: true, printable: true },
  'answer.day': { urgent: true, printable: true },
  'proposal.waiting': { urgent: true, printable: true, wants: 'hours', stop: 'hours' },
  'proposal.reminder': { urgent: false, printable: true, wants: 'hours', stop: 'hours' },
  'proposal.done': { urgent: false, printable: true, wants: 'hours', stop: 'hours' },
  // Of no use on paper, which comes late.
  digest: { rests: true, urgent: false, printable: false, wants: 'digest', stop: 'digest', lastsMs: 2 * DAY_MS },
  category: { rests: true, urgent: false, printable: false, wants: 'alerts', stop: 'alerts', lastsMs: DAY_MS },
  'listing.ending': { rests: true, urgent: false, printable: true, wants: 'listings', stop: 'listings' },
};

/** The alert that a reason key is about: `office.alert:bank:lines:2026-11-23`. */
export function alertOf(reasonKey: string): { readonly kind: AdministratorMailKind; readonly subject: string } {
  const [, kind = '', subject = ''] = reasonKey.split(':');
  return { kind: kind as AdministratorMailKind, subject };
}

/** @throws Error where the code has made a key of no kind */
export function kindOfMail(reasonKey: string): MailKind {
  const kind = reasonKey.slice(0, reasonKey.indexOf(':'));
  if (!Object.hasOwn(MAIL_RULES, kind)) throw new Error(`a mail of no kind: ${reasonKey}`);
  return kind as MailKind;
}
