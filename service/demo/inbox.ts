/**
 * The demo's mail server and mailbox, on loopback: what the service sends is kept in memory and shown as JSON at one
 * address, newest first. Nothing leaves the machine.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as `mail_inbox` shows it. */
export interface ShownMail {
  readonly to: string;
  readonly subject: string;
  /** The plain text. */
  readonly text: string;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface DemoInbox {
  /** For SMTP_URL. */
  readonly smtpUrl: string;
  /** Where the mails are shown. */
  readonly url: string;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const KEPT_MAX = 500;
const BYTES_MAX = 1024 * 1024;

export async function startDemoInbox(): Promise<DemoInbox> {
  const mails: ShownMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: BYTES_MAX,
    onData(stream, session, done) {
      text(stream).then((raw) => {
        mails.unshift(readMail(raw, session.envelope.rcptTo.map(({ address }) => address).join(', ')));
        mails.length = Math.min(mails.length, KEPT_MAX);
        done();
      }, done);
    },
  });
  smtp.on('error', () => {});
  const stop = async () => {
    shown.closeAllConnections();
    await Promise.all([
      new Promise((resolve) => smtp.close(() => resolve(undefined))),
      new Promise((resolve) => shown.close(() => resolve(undefined))),
    ]);
  };
  const listening = smtp.listen(0, HOST);
  const shown = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(mails, null, 2));
  }).listen(0, HOST);
  await Promise.all([once(listening, 'listening'), once(shown, 'listening')]).catch(async (error) => {
    await stop();
    throw error;
  });
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  return {
    smtpUrl: `smtp://${HOST}:${portOf(listening)}`,
    url: `http://${HOST}:${portOf(shown)}/`,
    stop,
  };
}

/** Reads a mail of the service's own making: two parts, quoted-printable, base64 or plain. */
function readMail(raw: string, to: string): ShownMail {
  const [head = '', body = ''] = cut(raw);
  const headers = headersOf(head);
  const boundary = /boundary="?([^";]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`);
  const plain = parts.find((part) => /^content-type: text\/plain/im.test(cut(part)[0] ?? '')) ?? '';
  const [plainHead = '', plainBody = ''] = cut(plain.replace(/^\r?\n/, ''));
  const encoding = headersOf(plainHead)['content-transfer-encoding']?.toLowerCase() ?? '';
  return { to, subject: words(headers.subject ?? ''), text: decoded(plainBody, encoding).trim(), headers };
}

function cut(text: string): [string, string] {
  const at = /\r?\n\r?\n/.exec(text);
  return at ? [text.slice(0, at.index), text.slice(at.index + at[0].length)] : [text, ''];
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\r?\n/g, '')) : body;
}

const quotedPrintable = (body: string) =>
  Buffer.from(
    Buffer.from(body)
      .toString('latin1')
      .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Encoded words of a header (RFC 2047). */
function words(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(body, 'base64').toString() : quotedPrintable(body.replaceAll('_', ' ')),
    );
}
