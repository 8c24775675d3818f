/** A real mail server on loopback, whose answers a test decides; without TLS unless a test gives a certificate. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** All of it: headers, an empty line, the parts. */
  readonly raw: string;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
  /** How the sender has introduced itself. */
  readonly ehlo: string;
}

export interface TestMailServer {
  readonly port: number;
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** The answer to the next recipients; undefined: taken. */
  refuse: ((to: string) => { readonly code: number; readonly message: string } | undefined) | undefined;
  /** Takes mails and says nothing. */
  hangs: boolean;
  stop(): Promise<void>;
}

export interface MailServerOptions {
  readonly login?: readonly [string, string];
  /** In PEM; `from`: TLS from the first byte, or after STARTTLS. */
  /** Whether it offers SMTPUTF8; without it, it does. */
  readonly utf8?: boolean;
  readonly tls?: { readonly key: string; readonly cert: string; readonly from: 'start' | 'starttls' };
}

export async function startMailServer({ login, tls, utf8 = true }: MailServerOptions = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    ...(tls && { key: tls.key, cert: tls.cert, secure: tls.from === 'start' }),
    disableReverseLookup: true,
    hideSMTPUTF8: !utf8,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.[0] && password === login?.[1];
      done(isRight ? null : new Error('Wrong name or password'), { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const refused = handle.refuse?.(address);
      done(refused && Object.assign(new Error(refused.message), { responseCode: refused.code }));
    },
    onData(stream, session, done) {
      text(stream).then((raw) => {
        if (handle.hangs) return;
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address).join();
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to,
          raw,
          isSecure: session.secure,
          ehlo: session.hostNameAppearsAs,
        });
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const handle: TestMailServer = {
    ...{
      port,
      url: `${tls?.from === 'start' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
      mails,
      refuse: undefined,
      hangs: false,
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return handle;
}

/** A header of a mail as it was sent, on one line; undefined: it has none. */
export function headerOf({ raw }: ReceivedMail, name: string): string | undefined {
  return new RegExp(`^${name}: ?(.*)\\r?$`, 'im').exec(raw.split(/\r?\n\r?\n/)[0] ?? '')?.[1]?.trim();
}

/** The plain text of a mail, decoded. */
export const textOfMail = ({ raw }: ReceivedMail): string => partOf(raw, 'text/plain') ?? '';

/** The entry for a calendar that comes with a mail; undefined: none does. */
export const calendarOfMail = ({ raw }: ReceivedMail): string | undefined => partOf(raw, 'text/calendar');

/** The first part of a type, decoded. */
function partOf(raw: string, type: string): string | undefined {
  const ends = [...raw.matchAll(/boundary="?([^"\r\n]+)/gi)].map(([, boundary = '']) => escapedPattern(boundary));
  const pattern = `content-type: ${type}[\\s\\S]*?\\r?\\n\\r?\\n([\\s\\S]*?)\\r?\\n--(?:${ends.join('|')})`;
  const part = new RegExp(pattern, 'i').exec(raw);
  const [head = '', body = ''] = part ?? [];
  if (part === null) return undefined;
  if (/base64/i.test(head.split(/\r?\n\r?\n/)[0] ?? '')) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head.split(/\r?\n\r?\n/)[0] ?? '')) return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const escapedPattern = (text: string) => text.replace(/[^\w]/g, '\\$&');
