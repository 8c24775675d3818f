/** The command `timebank-client`, for Node: what a partner's developer needs at a desk. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createClient, type TimebankClient } from '../client.ts';
import { createWebhookVerifier } from '../webhook.ts';
import { listen } from './listen.ts';
import { messageOf, type Terminal, UsageError } from './terminal.ts';
import { requireSandbox, TRIGGERED, type TriggerType, trigger } from './trigger.ts';

const HELP = `timebank-client listen --forward-to <url> [--since <time>] [--secret <whsec_…>] [--json]
  Forwards the events of your partner, in order, to a receiver on your machine, signed as a delivery.
  --since    RFC 3339, or 90s, 15m, 2h, 1d ago; default: from now on
  --secret   default: one made from your client secret, the same each time
  --json     one JSON object per line

timebank-client trigger <event type> [--user <usr_…>]
  Makes the event happen in a sandbox, by a real credit: ${TRIGGERED.join(', ')}.

timebank-client --version

Credentials: TIMEBANK_URL, TIMEBANK_CLIENT_ID and TIMEBANK_CLIENT_SECRET, or --credentials <file>: the file that the
console hands over (lines such as api_url=…), or the demo's demo.json.

Without an installation: npx <address of the service>/docs/tools/<file of the client> in place of timebank-client.`;

const OPTIONS = {
  'forward-to': { type: 'string' },
  since: { type: 'string' },
  secret: { type: 'string' },
  json: { type: 'boolean' },
  user: { type: 'string' },
  credentials: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

type CommandFlags = ReturnType<typeof parse>['values'];

/** Runs the command of this process. @returns its exit code */
export async function run(): Promise<number> {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return await main(process.argv.slice(2), {
    env: process.env,
    signal: controller.signal,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
  });
}

/** @returns the exit code: 1 when it failed, 2 when it was called wrongly */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [command, ...rest] = positionals;
    if (values.help || command === 'help') terminal.out(HELP);
    else if (values.version) terminal.out(await ownVersion());
    else if (command === 'listen' && rest.length === 0) await runListen(values, terminal);
    else if (command === 'trigger') await runTrigger(rest, values, terminal);
    else throw new UsageError(HELP);
    return 0;
  } catch (error) {
    terminal.err(messageOf(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${HELP}`);
  }
}

async function runListen(values: CommandFlags, terminal: Terminal): Promise<void> {
  const forwardTo = readUrl(values['forward-to']);
  const since = values.since === undefined ? undefined : readSince(values.since);
  const { client, clientSecret } = await connect(values, terminal);
  const secret = values.secret ?? secretFrom(clientSecret);
  createWebhookVerifier({ secret });
  await listen(client, { forwardTo, since, secret, json: values.json ?? false }, terminal);
}

async function runTrigger(types: readonly string[], values: CommandFlags, terminal: Terminal): Promise<void> {
  const [type] = types;
  if (types.length !== 1 || !TRIGGERED.some((known) => known === type)) {
    throw new UsageError(`trigger takes one of ${TRIGGERED.join(', ')}.`);
  }
  const { client, clientSecret } = await connect(values, terminal);
  requireSandbox(clientSecret);
  await trigger(client, { type: type as TriggerType, memberId: values.user }, terminal);
}

async function connect(values: CommandFlags, { env }: Terminal): Promise<Credentials & { client: TimebankClient }> {
  const credentials = await readCredentials(values.credentials, env);
  try {
    return { ...credentials, client: createClient(credentials) };
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** A secret that stays the same, so that a receiver is configured once; it does not reveal the client secret. */
function secretFrom(clientSecret: string): string {
  return `whsec_${createHmac('sha256', clientSecret).update('timebank-client listen').digest('base64')}`;
}

/** `localhost:3000/hook` is taken for http. */
function readUrl(text = ''): URL {
  const url = /^[\w.-]+(?::\d{1,5})?(?:\/|$)/.test(text) ? `http://${text}` : text;
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  throw new UsageError('listen needs --forward-to, the URL of your receiver, such as http://localhost:3000/hook.');
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function readSince(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit) return new Date(Date.now() - Number(count) * SECONDS[unit as keyof typeof SECONDS] * 1000);
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at.getTime())) {
    throw new UsageError('--since is a time such as 2026-11-20T09:30:00Z, or how long ago: 90s, 15m, 2h, 1d.');
  }
  return at;
}

interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The names in the environment, in the file that the console hands over, and in the demo's `demo.json`. */
const NAMES = {
  baseUrl: ['TIMEBANK_URL', 'api_url', 'base_url'],
  clientId: ['TIMEBANK_CLIENT_ID', 'client_id'],
  clientSecret: ['TIMEBANK_CLIENT_SECRET', 'client_secret'],
} as const;

/** @param file instead of the environment. @throws UsageError which names what is missing */
async function readCredentials(file: string | undefined, env: Terminal['env']): Promise<Credentials> {
  const values = file === undefined ? env : await readValues(file);
  const find = (part: keyof typeof NAMES): string => {
    const value = NAMES[part].map((name) => values[name]).find((text) => text);
    if (value) return value;
    if (file !== undefined) throw new UsageError(`${file} has no ${NAMES[part].slice(1).join(' or ')}.`);
    throw new UsageError(`${NAMES[part][0]} is not set. Set it, or name a file with --credentials.`);
  };
  return { baseUrl: find('baseUrl'), clientId: find('clientId'), clientSecret: find('clientSecret') };
}

/** Lines `name=value`, or an object in JSON. */
async function readValues(file: string): Promise<Readonly<Record<string, string | undefined>>> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new UsageError(`The file with the credentials cannot be read: ${messageOf(error)}`);
  });
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new UsageError(`${file} is not valid JSON: ${messageOf(error)}`);
    }
  }
  const lines = text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/gm);
  return Object.fromEntries([...lines].map(([, name, value = '']) => [name, value.replace(/^(["'])(.*)\1$/, '$2')]));
}
