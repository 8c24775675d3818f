/** compose.yaml: Compose and Caddy read it without a complaint, and every variable that it names is known. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { readConfig } from '../core/base/config.ts';
import { SECRET_SETTINGS, SETTINGS } from '../core/base/settings.ts';
import { missing } from '../test-support/has-tool.ts';
import { ROOT } from './test-support/blocks.ts';

const run = promisify(execFile);
/** Settings of the image itself: other values would lead past its volumes and its health check. */
const OF_THE_IMAGE = ['HOST', 'PORT', 'DATA_DIR', 'BACKUP_DIR'];
/** Variables that Compose itself reads. */
const OF_COMPOSE = ['COMPOSE_PROFILES'];
/** The time that the service may take after draining, with room for a busy machine. */
const STOP_SECONDS = 15;

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly environment: Readonly<Record<string, string | null>>;
  readonly volumes: readonly string[];
  readonly secrets?: readonly string[];
  readonly restart: string;
  readonly [name: string]: unknown;
}

const text = await readFile(join(ROOT, 'compose.yaml'), 'utf8');
const example = await readFile(join(ROOT, '.env.example'), 'utf8');
const { services, secrets, volumes, networks } = parse(text) as {
  readonly services: Readonly<Record<'caddy' | 'timebank' | 'database', Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
};
const { environment } = services.timebank;
const settings = SETTINGS.map(({ name }) => name);
/** Names that Compose replaces; those in the default of another one, too. */
const variables = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
const passedOn = Object.keys(environment).filter((name) => environment[name] === null);

/** No package of Debian 12 has it, so `.ci/run` does without; the workflow on GitHub has it. */
function noCompose(): string | false {
  try {
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'needs docker compose';
  }
}

/** The configuration as Compose reads it. */
async function composed(env: Readonly<Record<string, string>>) {
  const options = { cwd: ROOT, env: { PATH: process.env.PATH, DOCKER_CONFIG: process.env.DOCKER_CONFIG, ...env } };
  const { stdout } = await run('docker', ['compose', '--env-file', '/dev/null', 'config', '--format', 'json'], options);
  return JSON.parse(stdout);
}

describe('compose.yaml', () => {
  it('hands every setting to the service, and names none that does not exist', () => {
    const expected = settings.filter((name) => !OF_THE_IMAGE.includes(name));
    assert.deepEqual(Object.keys(environment).sort(), expected.sort());
  });

  it('lets each secret come from a file of its own', () => {
    for (const name of SECRET_SETTINGS) {
      const secret = name.toLowerCase();
      assert.equal(environment[`${name}_FILE`], `\${${name}_FILE:+/run/secrets/${secret}}`);
      assert.equal(secrets[secret]?.file, `\${${name}_FILE:-/dev/null}`);
      assert.ok(services.timebank.secrets?.includes(secret), name);
    }
    for (const { secrets: used = [] } of Object.values(services))
      for (const name of used) assert.ok(secrets[name], name);
  });

  it('trusts the network of its proxy, which one variable moves', () => {
    const [{ subnet = '' } = {}] = networks.default.ipam.config;
    assert.equal(environment.TRUST_PROXY, `\${TRUST_PROXY:-${subnet}}`);
    const range = /^\$\{NETWORK:-(.*)\}$/.exec(subnet)?.[1] ?? '';
    assert.deepEqual(readConfig({ TRUST_PROXY: range }, 'production').trustProxy, [range]);
  });

  it('keeps what must last in volumes, restarts what ends, and stops with patience', () => {
    for (const [name, service] of Object.entries(services)) {
      assert.equal(service.restart, 'unless-stopped', name);
      for (const volume of service.volumes) {
        const [source = ''] = volume.replace(/\$\{\w+:-(\w+)\}/, '$1').split(':');
        assert.ok(source.startsWith('./') || source in volumes, volume);
      }
    }
    const { drainSeconds } = readConfig({ DATABASE_URL: 'postgresql://a@db/a' }, 'production');
    assert.ok(
      Number(/:-(\d+)\}s$/.exec(String(services.timebank.stop_grace_period))?.[1]) >= drainSeconds + STOP_SECONDS,
    );
  });

  it('mounts only files that are there', async () => {
    for (const { volumes: mounted } of Object.values(services)) {
      for (const [path = ''] of mounted
        .map((volume) => volume.split(':'))
        .filter(([source]) => source?.startsWith('./'))) {
        assert.ok((await stat(join(ROOT, path))).isFile(), path);
      }
    }
  });

  it('.env.example names only variables that mean something', () => {
    const known = new Set([...variables, ...passedOn, ...OF_COMPOSE]);
    for (const [, name = ''] of example.matchAll(/^#?([A-Z_]+)=/gm)) assert.ok(known.has(name), name);
    assert.match(example, /^SITE_HOST=/m);
  });

  it('is read by Compose, with the embedded database and with PostgreSQL', { skip: noCompose() }, async () => {
    const plain = await composed({ SITE_HOST: 'tb.example.org' });
    assert.deepEqual(Object.keys(plain.services).sort(), ['caddy', 'timebank']);
    const set = Object.entries(plain.services.timebank.environment).filter(([, value]) => value);
    assert.deepEqual(Object.fromEntries(set), { PUBLIC_URL: 'https://tb.example.org', TRUST_PROXY: '172.30.84.0/24' });

    const env = { SITE_HOST: 'tb.example.org', COMPOSE_PROFILES: 'postgres', NETWORK: '10.9.0.0/24', BACKUP_KEEP: '3' };
    const server = await composed({ ...env, DATABASE_URL_FILE: './secrets/database_url', BACKUPS: '/srv/backups' });
    assert.deepEqual(Object.keys(server.services).sort(), ['caddy', 'database', 'timebank']);
    const { environment: given } = server.services.timebank;
    assert.equal(given.DATABASE_URL_FILE, '/run/secrets/database_url');
    assert.deepEqual([given.TRUST_PROXY, given.BACKUP_KEEP, given.SECRET_KEY_FILE], ['10.9.0.0/24', '3', '']);
    assert.equal(server.networks.default.ipam.config[0].subnet, '10.9.0.0/24');
    await assert.rejects(composed({}), /SITE_HOST is missing, see \.env\.example|SITE_HOST/);
  });

  it('runs a Caddy that finds nothing wrong with its file', {
    skip: missing('caddy'),
  }, async () => {
    const { SITE_HOST, NODES } = { SITE_HOST: 'tb.example.org', NODES: services.caddy.environment.NODES ?? '' };
    const path = join(ROOT, 'docs/deploy/Caddyfile');
    const env = { PATH: process.env.PATH, HOME: '/tmp', SITE_HOST, NODES };
    const { stdout } = await run('caddy', ['adapt', '--config', path], { env });
    const hosts = [...stdout.matchAll(/"host":\["([^"]+)"\]/g)].map(([, host]) => host);
    assert.deepEqual(new Set(hosts), new Set([SITE_HOST]));
    assert.match(stdout, /"dial":"timebank:8080"/);
    await run('caddy', ['validate', '--config', path, '--adapter', 'caddyfile'], { env });
  });
});
