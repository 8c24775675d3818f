/** One mail to one mail server. What the server said becomes a word of ours, by which the mail goes on. */
import type { MailError } from '@timebank/contract';
import type { Transporter } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mailbox, MailConfig } from '../../../core/base/mail-config.ts';
import { SECOND_MS } from '../../../core/base/time.ts';
import { type MailForm, onOneLine } from './form.ts';
import type { MailFailure } from './outcome.ts';
import type { MailedCalendar } from './texts/types.ts';

/** A mail as it is handed to the server. */
export interface OutgoingMail extends MailForm {
  /** Whose mail it is, for the reader; undefined: the name of the settings. */
  readonly fromName?: string | undefined;
  readonly to: Mailbox;
  /** Whom an answer to it reaches; undefined: the office. */
  readonly replyTo?: Mailbox | undefined;
  /** For the reader's calendar. */
  readonly calendar?: MailedCalendar | undefined;
  /** The same at each attempt. */
  readonly messageUuid: string;
  readonly date: Date;
  /** One click ends this kind of mail (RFC 8058), and by which name mail programs sort it; undefined: it cannot be ended. */
  readonly stop?: { readonly link: string; readonly listId: string } | undefined;
}

/** Sends; undefined: the server has taken the mail. Never throws. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<MailFailure | undefined>;
  /** Connects and signs in, and sends nothing. */
  check(): Promise<MailFailure | undefined>;
  close(): void;
}

export interface MailTimes {
  /** Until the connection is there, and until the server has said who it is. */
  readonly connectMs: number;
  /** Without a word of the server. */
  readonly idleMs: number;
  /** All of one attempt. */
  readonly wholeMs: number;
}

const TIMES: MailTimes = { connectMs: 10 * SECOND_MS, idleMs: 20 * SECOND_MS, wholeMs: 60 * SECOND_MS };
const ANSWER_LENGTH_MAX = 500;

/** How the server is spoken to: without TLS on loopback alone, where nobody listens on the way. */
function transportOptions(
  { host, port, isTls, isLoopback, login }: MailConfig,
  { connectMs, idleMs }: MailTimes,
  ownHost: string | undefined,
) {
  return {
    // Else the machine's name, and where that has no dot, as in a container, its address, which servers distrust.
    ...(ownHost !== undefined && { name: ownHost }),
    ...{ host, port, secure: isTls, requireTLS: !isTls && !isLoopback, ignoreTLS: !isTls && isLoopback },
    ...(login && { auth: login }),
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: idleMs, dnsTimeout: connectMs },
    // No text of a mail is a path or an address to fetch.
    ...{ disableFileAccess: true, disableUrlAccess: true },
    tls: { minVersion: 'TLSv1.2' as const },
  };
}

/** @param ownHost by which the service introduces itself (EHLO); undefined: by that of the machine */
export function createMailSender(config: MailConfig, ownHost?: string, times: MailTimes = TIMES): MailSender {
  const options = transportOptions(config, times, ownHost);
  let opened: Promise<Transporter> | undefined;
  // Loaded with the first mail: many installations send none.
  const transport = () => {
    opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options));
    return opened;
  };
  const sendOne = async (mail: OutgoingMail) => {
    if (!isAscii(mail.to.address) && !(await offersUtf8(options))) return NO_SUCH_LETTERS;
    await (await transport()).sendMail(messageOf(config, mail));
    return undefined;
  };
  const within = async (work: Promise<MailFailure | undefined>): Promise<MailFailure | undefined> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<MailFailure>((resolve) => {
      timer = setTimeout(() => resolve({ error: 'unreachable', answer: 'The server took too long.' }), times.wholeMs);
    });
    const done = work.catch(failureOf);
    return await Promise.race([done, late]).finally(() => clearTimeout(timer));
  };
  return {
    send: (mail) => within(sendOne(mail)),
    check: () => within(transport().then((one) => one.verify().then(() => undefined))),
    close: () => void opened?.then((one) => one.close()),
  };
}

/** Of the part before the @: a domain is sent in its ASCII form. */
const isAscii = (address: string) => /^[\x20-\x7e]*@/.test(address);
const NO_SUCH_LETTERS: MailFailure = {
  error: 'no_address',
  answer: 'The mail server takes no address with such letters.',
};

/** Whether the server takes letters beyond ASCII before the @: unasked they may not be sent (RFC 6531 section 3.1). */
async function offersUtf8(options: SMTPConnection.Options): Promise<boolean> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection(options) as SMTPConnection & {
    readonly _supportedExtensions: readonly string[];
  };
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return connection._supportedExtensions.includes('SMTPUTF8');
  } finally {
    connection.close();
  }
}

function messageOf({ from, replyTo, bounceTo }: MailConfig, mail: OutgoingMail) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const box = ({ name, address }: Mailbox) => ({ name: onOneLine(name), address });
  // Prepared: kept on one line, as RFC 8058 and its readers want them.
  const stop = mail.stop && {
    'List-Id': { prepared: true, value: `<${mail.stop.listId}>` },
    'List-Unsubscribe': { prepared: true, value: `<${mail.stop.link}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  };
  const sender = mail.fromName === undefined ? from : { ...from, name: mail.fromName };
  return {
    ...{
      from: box(sender),
      to: box(mail.to),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.date,
    },
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'day.ics' } }),
    ...((mail.replyTo ?? replyTo) && { replyTo: box((mail.replyTo ?? replyTo) as Mailbox) }),
    envelope: { from: bounceTo ?? from.address, to: [mail.to.address] },
    messageId: `<${mail.messageUuid}@${domain}>`,
    // Nobody is to answer from a holiday (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...stop },
  };
}

/** What a library that speaks SMTP tells of a failure. */
interface SmtpFailure extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

function failureOf(thrown: unknown): MailFailure {
  const failure = thrown as SmtpFailure;
  const answer = onOneLine(failure.response ?? failure.message).slice(0, ANSWER_LENGTH_MAX);
  return { error: errorOf(failure), answer };
}

/** What RFC 3463 says about a mailbox; all other classes are about the sender, the server or the day. */
const OF_MAILBOX = /^\d{3}[ -]5\.1\.(1|2|3|6|10)\b/;
const ENHANCED = /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}\b/;

/** Only what is said of a recipient is about it, by its class, or by 550 alone; all other refusals are about us or today. */
function errorOf({ responseCode = 0, response = '', command = '' }: SmtpFailure): MailError {
  if (responseCode === 0) return 'unreachable';
  if (responseCode < 500 || !/^RCPT TO/i.test(command)) return 'not_accepted';
  if (OF_MAILBOX.test(response)) return 'no_mailbox';
  return responseCode === 550 && !ENHANCED.test(response) ? 'refused' : 'not_accepted';
}
