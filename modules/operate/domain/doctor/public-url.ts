/**
 * PUBLIC_URL as partners meet it: the certificate, the way through the proxy, and the name the service gives itself.
 */
import { isIP } from 'node:net';
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls';
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { DAY_MS, describeSpan } from '../../../../core/base/time.ts';
import { CHECK_TIMEOUT_MS, type Check, type Finding, NotPossible, note, ok, problem } from './check.ts';
import { probe, reasonOf } from './probe.ts';
import { STOPS_START } from './service.ts';

const DAYS_PROBLEM = 7;
const DAYS_NOTE = 21;
const CONNECT_MS = CHECK_TIMEOUT_MS - 500;
const HTTPS_PORT = 443;
const REACH =
  'Look at the proxy and its log, the name in DNS and the firewall. Some networks do not let a machine reach its own public address: then ask from another one.';

export function publicUrlChecks({ publicUrl }: Config, clock: Clock): Check[] {
  const settings = ['PUBLIC_URL'];
  const url = (path: string) => {
    if (publicUrl === undefined) throw new NotPossible('PUBLIC_URL is not set');
    return new URL(path, publicUrl);
  };
  return [
    { name: 'certificate', settings, run: () => checkCertificate(url('/'), clock) },
    { name: 'public_url', settings, follows: STOPS_START, run: () => checkLive(url('/health/live')) },
    {
      name: 'issuer',
      settings,
      follows: STOPS_START,
      run: () => checkIssuer(url('/.well-known/oauth-authorization-server')),
    },
  ];
}

interface ShownCertificate {
  readonly certificate: PeerCertificate;
  /** The fault of the certificate chain, seen from here. */
  readonly fault: string | undefined;
}

async function checkCertificate(url: URL, clock: Clock): Promise<Finding> {
  if (url.protocol !== 'https:') throw new NotPossible('PUBLIC_URL is not https');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  let shown: ShownCertificate;
  try {
    shown = await shownBy(host, Number(url.port || HTTPS_PORT));
  } catch (error) {
    return problem(`${url.host} cannot be reached (${reasonOf(error)})`, REACH);
  }
  return judgeCertificate(host, shown, clock.now());
}

/** The certificate, whatever is wrong with it; NODE_EXTRA_CA_CERTS counts. */
function shownBy(host: string, port: number): Promise<ShownCertificate> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, rejectUnauthorized: false, timeout: CONNECT_MS });
    socket.once('secureConnect', () => {
      const { authorizationError: fault } = socket;
      resolve({ certificate: socket.getPeerCertificate(), fault: fault ? codeOf(fault) : undefined });
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${CONNECT_MS / 1000} s`)));
  });
}

/** The types call it an error; it is its code. */
const codeOf = (fault: Error | string) => (typeof fault === 'string' ? fault : fault.message);

export function judgeCertificate(host: string, { certificate, fault }: ShownCertificate, now: Date): Finding {
  const leftMs = Date.parse(certificate.valid_to) - now.getTime();
  const renew = 'Renew it, reload the proxy, and find out why it was not renewed by itself.';
  if (leftMs < 0) return problem(`expired ${describeSpan(-leftMs)} ago (${certificate.valid_to})`, renew);
  if (Date.parse(certificate.valid_from) > now.getTime()) {
    return problem(`not valid before ${certificate.valid_from}`, 'Set the clock of this machine right, or wait.');
  }
  if (checkServerIdentity(host, certificate)) {
    return problem(
      `it is for ${certificate.subjectaltname ?? 'no name'}, not for ${host}`,
      `Give the proxy a certificate for ${host}, or correct PUBLIC_URL.`,
    );
  }
  if (fault !== undefined) return problem(`not accepted (${fault})`, adviceOn(fault));
  const found = `valid for ${describeSpan(leftMs)} more (until ${certificate.valid_to})`;
  if (leftMs < DAYS_PROBLEM * DAY_MS) return problem(found, renew);
  return leftMs < DAYS_NOTE * DAY_MS ? note(found, renew) : ok(found);
}

function adviceOn(fault: string): string {
  if (fault === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE') {
    return 'The proxy leaves out the certificates between it and its authority: give it the full chain (fullchain.pem).';
  }
  return 'Use a certificate that partners accept. If they know your own authority, name its file in NODE_EXTRA_CA_CERTS for this command.';
}

async function checkLive(url: URL): Promise<Finding> {
  try {
    const { status, json, location } = await probe(url);
    if (status === 200 && json?.status === 'ok') return ok(`${url.origin} answers`);
    const what = location === undefined ? `status ${status}` : `status ${status}, to ${location}`;
    const advice =
      status >= 502 && status <= 504
        ? 'The proxy answers and does not reach the service: see the line "service", and the address in the proxy.'
        : 'Something else answers there: correct the proxy, or PUBLIC_URL.';
    return problem(`${url.href} answers with ${what}`, advice);
  } catch (error) {
    return problem(`${url.origin} cannot be reached (${reasonOf(error)})`, REACH);
  }
}

async function checkIssuer(url: URL): Promise<Finding> {
  const answer = await probe(url).catch((error: Error) => {
    throw new NotPossible(`${url.origin} cannot be reached (${reasonOf(error)})`);
  });
  const issuer = answer.json?.issuer;
  if (answer.status !== 200 || typeof issuer !== 'string') {
    return problem(
      `${url.href} answers with status ${answer.status}, without an issuer`,
      'Let the proxy pass everything to the service, also /.well-known.',
    );
  }
  if (issuer === url.origin) return ok(issuer);
  return problem(
    `the service calls itself ${issuer}`,
    `Set PUBLIC_URL=${url.origin} for the service as well, and restart it; OAuth libraries refuse another name.`,
  );
}
