/** One mail to one mail server. What the server said becomes a word of ours, by which the mail goes on. */
import type { MailError } from '@timebank/contract';
import { createTransport } from 'nodemailer';
import type { Mailbox, MailConfig } from '../../platform/base/mail-config.ts';
import { SECOND_MS } from '../../platform/base/time.ts';
import { type MailForm, onOneLine } from './form.ts';
import type { MailFailure } from './outcome.ts';

/** A mail as it is handed to the server. */
export interface OutgoingMail extends MailForm {
  readonly to: Mailbox;
  /** Whom an answer to it reaches; undefined: the office. */
  readonly replyTo?: Mailbox | undefined;
  /** The same at each attempt. */
  readonly messageUuid: string;
  readonly date: Date;
  /** One click ends this kind of mail (RFC 8058); undefined: it cannot be ended. */
  readonly stopLink: string | undefined;
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
function transportOptions({ host, port, isTls, isLoopback, login }: MailConfig, { connectMs, idleMs }: MailTimes) {
  return {
    ...{ host, port, secure: isTls, requireTLS: !isTls && !isLoopback, ignoreTLS: !isTls && isLoopback },
    ...(login && { auth: login }),
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: idleMs, dnsTimeout: connectMs },
    // No text of a mail is a path or an address to fetch.
    ...{ disableFileAccess: true, disableUrlAccess: true },
    tls: { minVersion: 'TLSv1.2' as const },
  };
}

export function createMailSender(config: MailConfig, times: MailTimes = TIMES): MailSender {
  const transport = createTransport(transportOptions(config, times));
  const within = async (work: Promise<unknown>): Promise<MailFailure | undefined> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<MailFailure>((resolve) => {
      timer = setTimeout(() => resolve({ error: 'unreachable', answer: 'The server took too long.' }), times.wholeMs);
    });
    const done = work.then(() => undefined, failureOf);
    return await Promise.race([done, late]).finally(() => clearTimeout(timer));
  };
  return {
    send: (mail) => within(transport.sendMail(messageOf(config, mail))),
    check: () => within(transport.verify()),
    close: () => transport.close(),
  };
}

function messageOf({ from, replyTo, bounceTo }: MailConfig, mail: OutgoingMail) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const box = ({ name, address }: Mailbox) => ({ name: onOneLine(name), address });
  // Prepared: kept on one line, as RFC 8058 and its readers want them.
  const stop = mail.stopLink !== undefined && {
    'List-Unsubscribe': { prepared: true, value: `<${mail.stopLink}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  };
  return {
    ...{ from: box(from), to: box(mail.to), subject: mail.subject, text: mail.text, html: mail.html, date: mail.date },
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

/** Only a refusal of the recipient, or of this mail, is about them; all other refusals are about us. */
function errorOf({ responseCode = 0, response = '', command = '' }: SmtpFailure): MailError {
  if (responseCode === 0) return 'unreachable';
  if (responseCode < 500) return 'not_accepted';
  const isRecipient = /^RCPT TO/i.test(command);
  if (isRecipient && /^550[ -]5\.1\.1\b/.test(response)) return 'no_mailbox';
  return isRecipient || /^(DATA|\.)/i.test(command) ? 'refused' : 'not_accepted';
}
