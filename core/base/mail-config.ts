/** The settings of the mail server: off without SMTP_URL. */
import ipaddr from 'ipaddr.js';
import { ConfigError, unescaped } from './config-error.ts';
import { addressFault, foldAddress } from './email-address.ts';

/** An address and the name that mail programs show for it. */
export interface Mailbox {
  /** Empty: none. */
  readonly name: string;
  readonly address: string;
}

export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`); else STARTTLS, without which nothing is sent but over loopback. */
  readonly isTls: boolean;
  readonly isLoopback: boolean;
  /** Undefined: the server asks for no sign-in. */
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | undefined;
  /** Where the servers on the way report what they could not deliver; undefined: to `from`. */
  readonly bounceTo: string | undefined;
  /** Mails that are sent within a minute, of all communities and nodes together. */
  readonly perMinute: number;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const PER_MINUTE_MAX = 6000;
const NAME_MAX = 100;

/**
 * @returns undefined where mail is off
 * @throws ConfigError naming the setting and the rule; never the URL, which may hold a password
 */
export function readMailConfig(value: (name: string) => string | undefined): MailConfig | undefined {
  const text = value('SMTP_URL');
  if (text === undefined) return undefined;
  const from = mailbox('MAIL_FROM', value('MAIL_FROM'));
  if (!from) throw new ConfigError('MAIL_FROM is required with SMTP_URL: the address that mails come from.');
  const bounceTo = mailbox('MAIL_BOUNCE_TO', value('MAIL_BOUNCE_TO'));
  if (bounceTo && bounceTo.name !== '') throw new ConfigError('MAIL_BOUNCE_TO must be an address without a name.');
  const perMinute = Number(value('MAIL_PER_MINUTE') ?? '60');
  if (!Number.isInteger(perMinute) || perMinute < 1 || perMinute > PER_MINUTE_MAX) {
    const given = value('MAIL_PER_MINUTE');
    throw new ConfigError(`MAIL_PER_MINUTE is "${given}"; it must be a whole number from 1 to ${PER_MINUTE_MAX}.`);
  }
  return {
    ...server(text),
    from,
    replyTo: mailbox('MAIL_REPLY_TO', value('MAIL_REPLY_TO')),
    bounceTo: bounceTo?.address,
    perMinute,
  };
}

function server(text: string): Pick<MailConfig, 'host' | 'port' | 'isTls' | 'isLoopback' | 'login'> {
  const url = URL.parse(text);
  const port = url?.protocol === 'smtp:' || url?.protocol === 'smtps:' ? PORTS[url.protocol] : undefined;
  if (!url || port === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search || url.hash) {
    throw new ConfigError(
      'SMTP_URL must be such as smtp://user:password@mail.example.org:587, or smtps:// for port 465.',
    );
  }
  if ((url.username === '') !== (url.password === '')) {
    throw new ConfigError('SMTP_URL has a user without a password, or the reverse; give both or neither.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLoopback = host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
  const login = url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) };
  return { host, port: url.port === '' ? port : Number(url.port), isTls: url.protocol === 'smtps:', isLoopback, login };
}

const decoded = (text: string) => unescaped(text, 'SMTP_URL must have special characters of user and password as %2C.');

/** `Time Bank <office@example.org>`, or the address alone. */
function mailbox(name: string, text: string | undefined): Mailbox | undefined {
  if (text === undefined) return undefined;
  const [, shown = '', angled] = /^\s*(?:"?([^"<>]*?)"?\s*)<([^<>]+)>\s*$/.exec(text) ?? [];
  const address = foldAddress(angled ?? text);
  if (
    addressFault(address) !== undefined ||
    /[<>",;]/.test(address) ||
    /\p{Cc}/u.test(shown) ||
    shown.length > NAME_MAX
  ) {
    throw new ConfigError(
      `${name} is ${JSON.stringify(text)}; it must be an address such as office@example.org, or Time Bank <office@example.org>.`,
    );
  }
  return { name: shown.trim(), address };
}
