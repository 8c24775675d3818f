/** A TCP proxy in front of PostgreSQL that falls silent, is slow, or cuts: at once, or around one statement. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** What becomes of the connection that sends an armed text. */
export type ProxyFault =
  /** Cut; the server never sees it. */
  | 'cut-before'
  /** Cut as soon as the server has answered it; the client never sees the answer. */
  | 'cut-after'
  /** Cut after the first bytes of the answer. */
  | 'cut-within'
  /** Nothing more passes in either direction; neither side is told. */
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
  /** Connections that stand stay silent; new ones pass. */
  silenceStanding(): void;
  /** Each answer of the server is kept back for a time. */
  slowDown(delayMs: number): void;
  /** New and standing connections are cut. */
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
  /** What becomes of the next answer. */
  next: 'cut-after' | 'cut-within' | undefined;
  /** The answer that it is meant for; empty: the first. */
  answer: string;
}

/** Starts a proxy to the server of the database; the owner's connection goes past it. */
export async function startCuttingProxy(database: TestDatabase): Promise<CuttingProxy> {
  const target = new pg.Client(database.appConnection);
  const links = new Set<Link>();
  const armed: { text: string; fault: ProxyFault; answer: string }[] = [];
  let mode: 'pass' | 'silent' | 'refuse' = 'pass';
  let delayMs = 0;
  let faults = 0;

  const cut = ({ client, server }: Link) => {
    client.destroy();
    server.destroy();
  };

  function onQuestion(link: Link, chunk: Buffer): void {
    if (link.silent) return;
    const at = armed.findIndex(({ text }) => chunk.includes(text));
    const { fault, answer = '' } = (at < 0 ? undefined : armed.splice(at, 1)[0]) ?? {};
    if (fault) faults++;
    if (fault === 'cut-before') cut(link);
    if (fault === 'half-close') link.client.end();
    if (fault === 'silence-before' || fault === 'silence-after') link.silent = true;
    if (fault === 'cut-after' || fault === 'cut-within') Object.assign(link, { next: fault, answer });
    if (!fault || fault.endsWith('-after') || fault === 'cut-within') link.server.write(chunk);
  }

  function onAnswer(link: Link, chunk: Buffer): void {
    if (link.silent) return;
    const isMeant = chunk.includes(link.answer);
    if (link.next === 'cut-after' && isMeant) cut(link);
    else if (link.next === 'cut-within' && isMeant) link.client.write(chunk.subarray(0, 3), () => cut(link));
    else if (delayMs === 0) link.client.write(chunk);
    else setTimeout(() => link.client.write(chunk), delayMs);
  }

  const listener: Server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode === 'refuse') {
      client.destroy();
      return;
    }
    const server = isPath(target.host)
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    const link: Link = { client, server, silent: mode === 'silent', next: undefined, answer: '' };
    links.add(link);
    client.setNoDelay(true);
    server.setNoDelay(true);
    const gone = () => {
      if (!link.silent) cut(link);
      if (client.destroyed && server.destroyed) links.delete(link);
    };
    client.on('data', (chunk) => onQuestion(link, chunk));
    server.on('data', (chunk) => onAnswer(link, chunk));
    client.on('error', gone).on('close', gone);
    server.on('error', gone).on('close', gone);
    // A client that gave up a silent connection is not seen by the server: the network between them is gone.
    client.on('end', gone);
    server.on('end', gone);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const url = new URL(database.appUrl);
  const password = url.password === '' ? '' : `:${url.password}`;
  const appUrl = `postgresql://${url.username}${password}@127.0.0.1:${port}${url.pathname}`;

  const all = (change: (link: Link) => void) => {
    for (const link of [...links]) change(link);
  };
  const silenceStanding = () =>
    all((link) => {
      link.silent = true;
    });
  return {
    database: { ...database, appUrl, appConnection: { connectionString: appUrl }, drop: async () => {} },
    get faults() {
      return faults;
    },
    silence() {
      mode = 'silent';
      silenceStanding();
    },
    silenceStanding,
    slowDown(milliseconds) {
      delayMs = milliseconds;
    },
    refuse() {
      mode = 'refuse';
      all(cut);
    },
    heal() {
      mode = 'pass';
      delayMs = 0;
    },
    arm(text, fault, answer = '') {
      armed.push({ text, fault, answer });
    },
    halfClose() {
      all(({ client }) => client.end());
    },
    async stop() {
      mode = 'refuse';
      all(cut);
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

const isPath = (host: string) => host.startsWith('/');
