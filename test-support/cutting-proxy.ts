/** A TCP proxy in front of PostgreSQL that falls silent, is slow, or cuts: at once, or around one statement. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** The fate of the connection that sends an armed text. */
export type ProxyFault =
  /** The connection is cut; the server never sees the text. */
  | 'cut-before'
  /** The connection is cut as soon as the server has answered; the client never sees the answer. */
  | 'cut-after'
  /** The connection is cut after the first bytes of the answer. */
  | 'cut-within'
  /** Nothing more passes in either direction; both sides stay connected. */
  | 'silence-before'
  /** The server sees it; nothing more comes back. */
  | 'silence-after'
  /** The server's side ends in good order, as a pooler ends a session; the client may still write. */
  | 'half-close';

export interface CuttingProxy {
  /** The database as it is reached through the proxy. */
  readonly database: TestDatabase;
  /** How many connections an armed fault has met. */
  readonly faults: number;
  /** Nothing passes on any connection, and new ones get no answer. */
  silence(): void;
  /** Open connections stay silent; new ones pass. */
  silenceStanding(): void;
  /** Each answer of the server is kept back for a time. */
  slowDown(delayMs: number): void;
  /** New and open connections are cut. */
  refuse(): void;
  /** Everything passes; what was kept back in silence is lost with its connection. */
  heal(): void;
  /**
   * The next connection that sends the text meets the fault.
   * @param answer passes until the server has sent this, where several answers follow one write
   */
  arm(text: string, fault: ProxyFault, answer?: string): void;
  /** Ends the server's side of all connections. */
  halfClose(): void;
  stop(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  silent: boolean;
  /** The fate of the next answer. */
  next: 'cut-after' | 'cut-within' | undefined;
  /** The answer that it is meant for; empty: the first. */
  answer: string;
}

interface ArmedFault {
  readonly text: string;
  readonly fault: ProxyFault;
  readonly answer: string;
}

interface ProxyState {
  readonly links: Set<Link>;
  readonly armed: ArmedFault[];
  mode: 'pass' | 'silent' | 'refuse';
  /** How long each answer is kept back. */
  delayMs: number;
  /** How many connections an armed fault has met. */
  faults: number;
}

/** Starts a proxy to the server of the database; the owner's connection goes past it. */
export async function startCuttingProxy(database: TestDatabase): Promise<CuttingProxy> {
  const state: ProxyState = { links: new Set(), armed: [], mode: 'pass', delayMs: 0, faults: 0 };
  const target = new pg.Client(database.appConnection);
  const listener = createServer({ allowHalfOpen: true }, (client) => accept(state, target, client));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const appUrl = urlThrough(database, (listener.address() as AddressInfo).port);
  return {
    database: { ...database, appUrl, appConnection: { connectionString: appUrl }, drop: async () => {} },
    get faults() {
      return state.faults;
    },
    silence() {
      state.mode = 'silent';
      silenceStanding(state);
    },
    silenceStanding: () => silenceStanding(state),
    slowDown(milliseconds) {
      state.delayMs = milliseconds;
    },
    refuse() {
      state.mode = 'refuse';
      cutAll(state);
    },
    heal() {
      state.mode = 'pass';
      state.delayMs = 0;
    },
    arm(text, fault, answer = '') {
      state.armed.push({ text, fault, answer });
    },
    halfClose() {
      for (const { client } of [...state.links]) client.end();
    },
    async stop() {
      state.mode = 'refuse';
      cutAll(state);
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Links a client to the server. */
function accept(state: ProxyState, target: pg.Client, client: Socket): void {
  if (state.mode === 'refuse') {
    client.destroy();
    return;
  }
  const server = isPath(target.host)
    ? connect(`${target.host}/.s.PGSQL.${target.port}`)
    : connect(target.port, target.host);
  const link: Link = { client, server, silent: state.mode === 'silent', next: undefined, answer: '' };
  state.links.add(link);
  client.setNoDelay(true);
  server.setNoDelay(true);
  const gone = () => {
    if (!link.silent) cut(link);
    if (client.destroyed && server.destroyed) state.links.delete(link);
  };
  client.on('data', (chunk) => onQuestion(state, link, chunk));
  server.on('data', (chunk) => onAnswer(state, link, chunk));
  client.on('error', gone).on('close', gone);
  server.on('error', gone).on('close', gone);
  // A client that gave up a silent connection is not seen by the server: the network between them is gone.
  client.on('end', gone);
  server.on('end', gone);
}

function onQuestion(state: ProxyState, link: Link, chunk: Buffer): void {
  if (link.silent) return;
  const at = state.armed.findIndex(({ text }) => chunk.includes(text));
  const { fault, answer = '' } = (at < 0 ? undefined : state.armed.splice(at, 1)[0]) ?? {};
  if (fault) state.faults++;
  if (fault === 'cut-before') cut(link);
  if (fault === 'half-close') link.client.end();
  if (fault === 'silence-before' || fault === 'silence-after') link.silent = true;
  if (fault === 'cut-after' || fault === 'cut-within') Object.assign(link, { next: fault, answer });
  if (!fault || fault.endsWith('-after') || fault === 'cut-within') link.server.write(chunk);
}

function onAnswer({ delayMs }: ProxyState, link: Link, chunk: Buffer): void {
  if (link.silent) return;
  const isMeant = chunk.includes(link.answer);
  if (link.next === 'cut-after' && isMeant) cut(link);
  else if (link.next === 'cut-within' && isMeant) link.client.write(chunk.subarray(0, 3), () => cut(link));
  else if (delayMs === 0) link.client.write(chunk);
  else setTimeout(() => link.client.write(chunk), delayMs);
}

function cut({ client, server }: Link): void {
  client.destroy();
  server.destroy();
}

function cutAll({ links }: ProxyState): void {
  for (const link of [...links]) cut(link);
}

function silenceStanding({ links }: ProxyState): void {
  for (const link of links) link.silent = true;
}

/** The URL of the application, through the port of the proxy. */
function urlThrough({ appUrl }: TestDatabase, port: number): string {
  const url = new URL(appUrl);
  const password = url.password === '' ? '' : `:${url.password}`;
  return `postgresql://${url.username}${password}@127.0.0.1:${port}${url.pathname}`;
}

const isPath = (host: string) => host.startsWith('/');
