/** What all mails say, in one place for each language. */
import type { AdministratorRole, OfficeTask } from '@timebank/contract';
import type { Mailbox } from '../../../../core/base/mail-config.ts';

/** A mail before its form: both forms, plain and HTML, are made from it. */
export interface MailWords {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** The person who wrote it, where an answer is to reach that person and not the office. */
  readonly replyTo?: Mailbox;
  /** Above the link. */
  readonly lists?: readonly MailList[];
  /** Below the link. */
  readonly after?: readonly string[];
  /** An entry for the reader's calendar. */
  readonly calendar?: MailedCalendar;
}

/** A calendar file with its method, as `calendarFile` makes it. */
export interface MailedCalendar {
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly content: string;
}

/** Several things, each with its page. */
export interface MailList {
  readonly heading: string;
  readonly items: readonly { readonly text: string; readonly url: string }[];
}

export interface MailTexts {
  /** @param name empty: nobody knows it */
  readonly greeting: (name: string) => string;
  /** For one who is hidden from members. */
  readonly hiddenMember: string;
  /** Over a mail to a deputy: what follows speaks to the member. */
  readonly actsFor: (name: string) => string;
  /** Whose mail it is. */
  readonly from: (community: string) => string;
  readonly stop: string;
  readonly linkOnly: string;
  readonly invitation: (at: {
    readonly community: string;
    readonly role: AdministratorRole;
    readonly until: Date;
  }) => Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
  readonly password: (at: {
    readonly minutes: number;
  }) => Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
  readonly signIn: (at: {
    readonly community: string;
    readonly minutes: number;
    /** As it is typed: `4829 1306`. */
    readonly number: string;
  }) => Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
  /** To the address that a member has given. */
  readonly addressNew: MailTexts['signIn'];
  /** To the address that a member had before. */
  readonly addressOld: (at: { readonly community: string }) => Omit<MailWords, 'greeting'>;
  /** @param device as people say it; empty: nobody knows it */
  readonly newDevice: (at: {
    readonly community: string;
    readonly device: string;
    readonly at: Date;
    readonly way: 'letter' | 'mail' | 'number';
  }) => Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
  readonly joinReceived: (at: { readonly community: string }) => Omit<MailWords, 'greeting'>;
  readonly joinAccepted: () => Omit<MailWords, 'greeting' | 'action'> & {
    readonly label: string;
    /** In a letter, in place of the link. */
    readonly onPaper: string;
  };
  readonly test: (at: { readonly community: string }) => Omit<MailWords, 'greeting'>;
  /** @param onPages whether the member can renew it on the own page */
  readonly listing: (at: {
    readonly title: string;
    readonly endsOn: string;
    readonly onPages: boolean;
  }) => Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
  /** @param contact by what the writer lets the reader answer */
  readonly answered: (at: {
    readonly who: string;
    readonly title: string;
    readonly message: string;
    readonly contact: readonly string[];
  }) => Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
  readonly replied: (at: {
    readonly who: string;
    readonly title: string;
    /** Null: declined without words. */
    readonly reply: string | null;
    readonly declined: boolean;
    readonly contact: readonly string[];
  }) => Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
  /** After the reply: what one of the two writes to the other, or for both, a day. */
  readonly written: (at: {
    readonly who: string;
    readonly title: string;
    /** Null: there are no words. */
    readonly message: string | null;
    /** `YYYY-MM-DD`; null: nothing is said of a day. */
    readonly day: string | null;
    readonly isOff: boolean;
    /** Whether the reader is who wrote it. */
    readonly isOwn: boolean;
    /** Whether the file for a calendar comes with it. */
    readonly withFile: boolean;
    readonly contact: readonly string[];
  }) => Omit<MailWords, 'greeting' | 'action'> & {
    readonly label: string;
    /** In the calendar. */
    readonly entry: string;
  };
  /** @param helped whether the reader helped, or was helped */
  readonly proposalWaits: (at: ProposalMail & { readonly reminds: boolean }) => ProposalWords;
  readonly proposalDone: (at: ProposalMail & { readonly state: ProposalEnd }) => ProposalWords;
  /** To the member: who acts. */
  readonly deputyOfMember: (at: { readonly community: string; readonly who: string }) => ProposalWords;
  /** To the deputy: for whom. */
  readonly deputyItself: (at: { readonly community: string; readonly who: string }) => ProposalWords;
  readonly news: {
    readonly digest: (at: { readonly community: string }) => NewsWords;
    readonly category: (at: { readonly community: string }) => NewsWords;
    /** Headings. */
    readonly waiting: string;
    readonly requests: string;
    readonly offers: string;
    readonly listing: (title: string, who: string) => string;
    readonly hours: (at: Omit<ProposalMail, 'helped'>) => string;
    readonly label: string;
  };
  readonly alerts: {
    readonly label: string;
    readonly tasks: AlertWords & {
      readonly heading: string;
      /** @param more there are more than were counted */
      readonly items: Readonly<Record<OfficeTask, (count: number, more: boolean) => string>>;
    };
    readonly webhooks: (at: { readonly partner: string; readonly host: string; readonly reason: string }) => AlertWords;
    readonly keys: (at: { readonly partner: string; readonly endsOn: string }) => AlertWords;
    readonly bank: (at: { readonly lines: number; readonly days: number }) => AlertWords;
    readonly backup: (at: { readonly lastOn: string | null }) => AlertWords;
  };
}

type NewsWords = Pick<MailWords, 'subject' | 'paragraphs'>;
export type AlertWords = Pick<MailWords, 'subject' | 'paragraphs'>;

/** An hour of two, as a mail names it. */
export interface ProposalMail {
  readonly seconds: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly other: string;
  /** Whether the reader helped, or was helped. */
  readonly helped: boolean;
}

export type ProposalEnd = 'confirmed' | 'office' | 'withdrawn' | 'ended';
export type ProposalWords = Omit<MailWords, 'greeting' | 'action'> & { readonly label: string };
