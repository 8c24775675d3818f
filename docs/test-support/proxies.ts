/** The proxies of docs/deploy, each started from its sample: only ports, certificate and nodes are the test's. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { childEnvironment } from '../../test-support/child-environment.ts';
import { freePort } from '../../test-support/free-port.ts';
import type { Tool } from '../../test-support/has-tool.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { ROOT } from './blocks.ts';

export const HOST = 'timebank.example.org';

export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Has HAProxy read its files again, as `systemctl reload` does. It answers all the while. */
  reload(): void;
  stop(): Promise<void>;
}

export interface Certificate {
  readonly cert: string;
  readonly private: string;
}

/** The values that are filled into a sample. */
interface Setting {
  /** The folder of this proxy alone. */
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Ports of the nodes on this machine. */
  readonly nodes: readonly number[];
}

interface Kind {
  /** The sample's file in docs/deploy. */
  readonly file: string;
  /** The language of the block in the operator guide. */
  readonly language: string;
  readonly command: Tool;
  /** Settles when the proxy finds nothing wrong with the file. */
  readonly check: readonly string[];
  readonly run: readonly string[];
  /** Files of the proxy's folder by their names. */
  fill(sample: string, setting: Setting): Readonly<Record<string, string>>;
}

/** Replaces a text of the sample, which must be there. */
function replace(sample: string, pairs: readonly (readonly [found: string | RegExp, by: string])[]): string {
  return pairs.reduce((text, [found, by]) => {
    if (text.search(found) < 0) throw new Error(`the sample does not say ${found}`);
    return text.replace(found, (all) => by.replace('$&', () => all));
  }, sample);
}

const perNode = (nodes: readonly number[], line: (node: number) => string) => nodes.map(line).join('\n');
/** What differs between any sample of HAProxy's and a test. */
const bound = (folder: string, httpPort: number, httpsPort: number): [string | RegExp, string][] => [
  ['bind :80', `bind 127.0.0.1:${httpPort}`],
  ['bind :443', `bind 127.0.0.1:${httpsPort}`],
  ['/etc/haproxy/timebank.pem', `${folder}/both.pem`],
  // Only root may become another.
  [/^ {4}user .*\n {4}group .*\n/m, ''],
  [/^ {4}log \/dev\/log.*\n/m, ''],
];
const asRoot = process.getuid?.() === 0;

const HAPROXY: Kind = {
  file: 'haproxy.cfg',
  language: 'haproxy',
  command: 'haproxy',
  check: ['-q', '-c', '-f', 'haproxy.cfg'],
  run: ['-q', '-db', '-f', 'haproxy.cfg'],
  fill: (sample, { folder, httpPort, httpsPort, nodes }) => ({
    'haproxy.cfg': replace(sample, [
      ...bound(folder, httpPort, httpsPort),
      [/server node1 127\.0\.0\.1:8080/, perNode(nodes, (node) => `    server n${node} 127.0.0.1:${node}`).trim()],
    ]),
  }),
};

export const PROXIES: Readonly<Record<string, Kind>> = {
  nginx: {
    file: 'nginx.conf',
    language: 'nginx',
    command: 'nginx',
    check: ['-q', '-t', '-c', 'main.conf'],
    run: ['-c', 'main.conf'],
    fill: (sample, { folder, httpPort, httpsPort, nodes }) => ({
      'main.conf': `
        daemon off;
        ${asRoot ? 'user root;' : ''}
        pid ${folder}/pid;
        error_log ${folder}/errors;
        events {}
        http {
          access_log off;
          ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
          include ${folder}/site.conf;
        }`,
      'site.conf': replace(sample, [
        ['listen 80;', `listen 127.0.0.1:${httpPort};`],
        ['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`],
        [/\S+fullchain\.pem/, `${folder}/cert.pem`],
        [/\S+privkey\.pem/, `${folder}/key.pem`],
        [/server 127\.0\.0\.1:8080 (.*);/, perNode(nodes, (node) => `server 127.0.0.1:${node} fail_timeout=2s;`)],
      ]),
    }),
  },
  Caddy: {
    file: 'Caddyfile',
    language: 'caddyfile',
    command: 'caddy',
    check: ['validate', '--config', 'Caddyfile'],
    run: ['run', '--config', 'Caddyfile'],
    fill: (sample, { folder, httpPort, httpsPort, nodes }) => ({
      Caddyfile: `{
        admin off
        http_port ${httpPort}
        https_port ${httpsPort}
        log {
          output file ${folder}/log
        }
      }
      ${replace(sample, [
        [/^\{\$SITE_HOST:\S+\} \{/m, `$&\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
        [/^http:\/\/\S+ \{/m, '$&\n\tbind 127.0.0.1'],
        [/\{\$NODES:\S+\}/, nodes.map((node) => `127.0.0.1:${node}`).join(' ')],
      ])}`,
    }),
  },
  HAProxy: HAPROXY,
};

export function makeCertificate(): Promise<Certificate> {
  return generate([{ name: 'commonName', value: HOST }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: HOST }] },
    ],
  });
}

/** Checks the filled-in sample with the proxy's own command, starts it, and waits until it listens. */
export const startProxy = (
  name: string,
  parent: string,
  certificate: Certificate,
  nodes: readonly number[],
): Promise<RunningProxy> => start(name, PROXIES[name] as Kind, parent, certificate, nodes);

/** HAProxy in front of one node of each of two cells, by the sample for them below the first half of the other. */
export async function startCellsProxy(
  parent: string,
  certificate: Certificate,
  cells: readonly [one: number, two: number],
  map: string,
): Promise<RunningProxy> {
  const base = await readFile(join(ROOT, 'docs/deploy', HAPROXY.file), 'utf8');
  const kind: Kind = {
    ...HAPROXY,
    file: 'haproxy-cells.cfg',
    // With a master process, as Debian runs it: it reads the files again while it runs.
    run: ['-q', '-W', '-db', '-f', 'haproxy.cfg'],
    fill: (sample, { folder, httpPort, httpsPort, nodes: [one, two] }) => ({
      'haproxy.cfg': replace(base.slice(0, base.indexOf('frontend ')) + sample, [
        ...bound(folder, httpPort, httpsPort),
        [/\/etc\/haproxy\/cells\.map/g, map],
        ['10.0.0.11:8080', `127.0.0.1:${one}`],
        ['10.0.0.21:8080', `127.0.0.1:${two}`],
      ]),
    }),
  };
  return await start('cells', kind, parent, certificate, cells);
}

async function start(
  name: string,
  kind: Kind,
  parent: string,
  { cert, private: key }: Certificate,
  nodes: readonly number[],
): Promise<RunningProxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const folder = join(parent, `${name}-${httpPort}`);
  await mkdir(folder);
  const sample = await readFile(join(ROOT, 'docs/deploy', kind.file), 'utf8');
  const files = {
    ...kind.fill(sample, { folder, httpPort, httpsPort, nodes }),
    'cert.pem': cert,
    'key.pem': key,
    'both.pem': `${cert}\n${key}`,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const env = { ...childEnvironment(), HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const inFolder = (args: readonly string[]) => args.map((arg) => (arg in files ? join(folder, arg) : arg));
  await promisify(execFile)(kind.command, inFolder(kind.check), { cwd: folder, env });
  const child: ChildProcess = spawn(kind.command, inFolder(kind.run), { cwd: folder, env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  await waitUntil(`${name} listens`, () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}`);
    return answersOn(httpsPort);
  });
  return {
    httpPort,
    httpsPort,
    reload() {
      child.kill('SIGUSR2');
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function answersOn(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
