/** The demo's receiver, the smallest that a partner could have. Verifies each delivery and prints it in one line. */
import { KeyObject, timingSafeEqual, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import type { EventBody } from '@timebank/contract';
import type { Clock } from '../../core/base/clock.ts';
import { DAY_MS } from '../../core/base/time.ts';
import { signingKey } from '../../core/events/delivery/secrets.ts';
import { signedHeaders } from '../../core/events/delivery/sign.ts';

export interface DemoCertificate {
  readonly key: string;
  /** PEM; signed by itself, so it is its own authority. */
  readonly cert: string;
}

export interface DemoReceiver {
  readonly host: typeof HOST;
  readonly port: number;
  readonly certificate: DemoCertificate;
  /** Which secret verifies; without one every delivery is refused. */
  setSecret(secret: string): void;
  stop(): Promise<void>;
}

export interface DemoReceiverOptions {
  readonly certificate: DemoCertificate;
  /** The preferred port; any other if it is taken. */
  readonly port: number;
  readonly clock: Clock;
  readonly print: (line: string) => void;
}

const HOST = '127.0.0.1';
const BODY_MAX_BYTES = 64 * 1024;
const TOLERANCE_SECONDS = 300;
const KNOWN_MAX = 1000;
/** Answers per second while the process is busy: the demo's calls come first. */
const BUSY_PER_SECOND = 40;
const BUSY_UTILIZATION = 0.8;
const LOOK_MS = 250;
const YEAR_MS = 365 * DAY_MS;

/** The certificate of the start before while it is valid: making one takes longer than everything else of a start. */
export async function demoCertificate(known: Partial<DemoCertificate>, now: Date): Promise<DemoCertificate> {
  const { key, cert } = known;
  if (key && cert && new X509Certificate(cert).validToDate.getTime() > now.getTime() + DAY_MS) return { key, cert };
  // What passkeys are checked with; it needs the polyfill.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Timebank demo receiver',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now.getTime() - YEAR_MS),
    notAfter: new Date(now.getTime() + YEAR_MS),
    extensions: [
      new x509.BasicConstraintsExtension(true),
      new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: HOST }]),
    ],
  });
  const pem = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { key: String(pem), cert: made.toString('pem') };
}

/** Listens on a loopback port of its own. */
export async function startDemoReceiver(options: DemoReceiverOptions): Promise<DemoReceiver> {
  const { certificate, clock, print } = options;
  const known = new Set<string>();
  const pace = createPace();
  let key: Buffer | undefined;

  const server = createServer(certificate, (request, response) => {
    const answer = (status: number) => response.writeHead(status).end();
    if (request.method !== 'POST' || Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES)
      return answer(400);
    buffer(request)
      .then(async (body) => {
        const id = String(request.headers['webhook-id']);
        if (!key || !isSigned(key, id, request.headers, body, clock.now())) {
          print(`refused a request to ${request.url}: its signature does not verify`);
          return answer(401);
        }
        await pace.turn();
        print(describeDelivery(JSON.parse(body.toString()) as EventBody, known.has(id)));
        known.add(id);
        if (known.size > KNOWN_MAX) known.delete(known.values().next().value as string);
        answer(200);
      })
      .catch(() => answer(400));
  });
  server.on('tlsClientError', () => {});
  await listenOn(server, options.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listenOn(server, 0);
  });
  return {
    host: HOST,
    certificate,
    port: (server.address() as AddressInfo).port,
    setSecret(secret) {
      key = signingKey(secret);
    },
    stop() {
      pace.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Standard Webhooks 1.0.0: any one signature over id, time and raw body, by a sender whose clock is close. */
function isSigned(
  key: Buffer,
  id: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  now: Date,
): boolean {
  const seconds = Number(headers['webhook-timestamp']);
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS)) return false;
  const expected = Buffer.from(signedHeaders([key], id, new Date(seconds * 1000), body)['webhook-signature'] ?? '');
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

/** `verified wallet.credited evt_… 1.5 h for usr_…` */
export function describeDelivery({ type, id, data }: EventBody, isRepeat: boolean): string {
  const {
    hours,
    user_id: user,
    listing_id: listing,
    date,
    subscription_id: subscription,
  } = data as Partial<Record<string, string | number>>;
  const about = [
    ...(hours === undefined ? [] : [`${hours} h`]),
    ...(listing === undefined ? [] : [`${listing}`]),
    ...(user === undefined ? [] : [`${listing === undefined ? 'for' : 'of'} ${user}`]),
    ...(date === undefined ? [] : [`for ${date}`]),
    ...(subscription === undefined ? [] : [`to ${subscription}`]),
  ];
  return ['verified', type, id, ...about, ...(isRepeat ? ['(sent again)'] : [])].join(' ');
}

/** Turns come at once while the process has time left, and one after the other at a slow pace while it has not. */
function createPace(): { turn(): Promise<void>; stop(): void } {
  let last = performance.eventLoopUtilization();
  let busy = false;
  let nextAtMs = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    busy = performance.eventLoopUtilization(now, last).utilization > BUSY_UTILIZATION;
    last = now;
  }, LOOK_MS);
  timer.unref();
  return {
    async turn() {
      if (!busy) return;
      const atMs = Math.max(performance.now(), nextAtMs);
      nextAtMs = atMs + 1000 / BUSY_PER_SECOND;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())));
    },
    stop: () => clearInterval(timer),
  };
}
