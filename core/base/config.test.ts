import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, checkServing, type Mode, readConfig } from './config.ts';

const KEY = Buffer.alloc(32, 250).toString('base64');

/** Settings with values that cannot be used, and the sentence that refuses them. */
const REFUSED: readonly (readonly [name: string, values: readonly string[], sentence: RegExp])[] = [
  ['MODE', ['prod', 'Demo'], /^MODE is ".*"; it must be production or demo\.$/],
  ['PORT', ['x', '-1', '65536', '80.5', '0x50', ' 80'], /^PORT is ".*"; it must be a whole number from 0 to 65535\.$/],
  ['DRAIN_SECONDS', ['-1', '301', '5s'], /^DRAIN_SECONDS is ".*"; it must be a whole number from 0 to 300\.$/],
  ['METRICS_PORT', ['off', '65536'], /^METRICS_PORT is ".*"; it must be a whole number/],
  ['KEEP_CALLS_DAYS', ['0', '367', 'all'], /^KEEP_CALLS_DAYS is ".*"; it must be a whole number from 1 to 366\.$/],
  // Partners are promised 30 days, and that a sync token of 31 works.
  ['KEEP_EVENTS_DAYS', ['30', '31', '93'], /^KEEP_EVENTS_DAYS is ".*"; it must be a whole number from 32 to 92\.$/],
  // The database deletes none before a year.
  ['KEEP_EMAIL_READS_DAYS', ['365', '3661'], /^KEEP_EMAIL_READS_DAYS is ".*"; .* from 366 to 3660\.$/],
  ['KEEP_STATEMENT_LINES_DAYS', ['91', '3661'], /^KEEP_STATEMENT_LINES_DAYS is ".*"; .* from 92 to 3660\.$/],
  ['KEEP_SESSIONS_DAYS', ['0', '367', '1.5'], /^KEEP_SESSIONS_DAYS is ".*"; .* from 1 to 366\.$/],
  [
    'SECURITY_CONTACT',
    [
      'security',
      'a@b',
      'http://tb.example/',
      'mailto:',
      'a@tb.example\nContact: b@tb.example',
      'https://a@tb.example/',
    ],
    /^SECURITY_CONTACT is ".*"; it must be an e-mail address or an https URL/,
  ],
  ['DATABASE_PREPARE', ['0', 'no'], /^DATABASE_PREPARE is ".*"; it must be on or off\.$/],
  ['LOG_LEVEL', ['verbose', 'INFO'], /^LOG_LEVEL is ".*"; it must be one of fatal, error, /],
  ['LOG_REQUESTS', ['on', 'ALL'], /^LOG_REQUESTS is ".*"; it must be failed, all or none\.$/],
  ['TRUST_PROXY', ['proxy', '10.0.0.0/33', '10.0.0', '::1/129', '*'], /^TRUST_PROXY holds ".*"; it must be addresses/],
  [
    'TRUST_PROXY',
    ['0.0.0.0/0', '10.0.0.1,::/0', '0.0.0.0/1,128.0.0.0/1', '2000::/3', '::ffff:0:0/96', '9.0.0.0/7'],
    /^TRUST_PROXY holds ".*"; anybody could forge addresses, so name the proxies alone, in ranges of \/\d+ or smaller\.$/,
  ],
  ['BACKUP_DIR', ['backups', './backups', '~/backups'], /^BACKUP_DIR is ".*"; it must be a whole path, such as /],
  ['METRICS_PORT', ['8080'], /^METRICS_PORT is 8080, the port of PORT; set another one\.$/],
  ['WEBHOOK_ALLOW_CIDR', ['localhost', '10.0.0.0/8,x'], /^WEBHOOK_ALLOW_CIDR holds ".*"; it must be addresses/],
  [
    'PUBLIC_URL',
    [
      'tb.example',
      'ftp://tb.example',
      'https://tb.example/api',
      'https://tb.example/?a',
      'https://a@tb.example',
      'https://',
    ],
    /^PUBLIC_URL is ".*"; it must be an origin such as /,
  ],
  [
    'SECRET_KEY',
    [
      'secret',
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      `${KEY.slice(0, 42)}!!`,
      `${KEY}\n`,
    ],
    /^SECRET_KEY must be 32 bytes in base64 \(for instance the output of: openssl rand -base64 32\)\.$/,
  ],
  ['DATABASE_URL', ['db.example', 'mysql://db', '5432', '/var/run'], /^DATABASE_URL must be a URL such as postgresql:/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'http://c/?a=b'], /^OTEL_EXPORTER_OTLP_ENDPOINT is ".*"; it must/],
  ['MIGRATE_DATABASE_URL', ['db.example'], /^MIGRATE_DATABASE_URL must be a URL such as postgresql:/],
];

test('each setting that cannot be used is refused by its name, in one sentence', () => {
  for (const [name, values, sentence] of REFUSED) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }, 'demo'),
        (error: Error) => error instanceof ConfigError && sentence.test(error.message) && !error.message.includes('\n'),
        `${name}=${value}`,
      );
    }
  }
});

test('a refused SECRET_KEY or DATABASE_URL is not repeated, since it is a secret', () => {
  for (const name of ['SECRET_KEY', 'DATABASE_URL', 'MIGRATE_DATABASE_URL']) {
    assert.throws(
      () => readConfig({ [name]: 'hunter2' }, 'demo'),
      ({ message }: Error) => !message.includes('hunter2'),
    );
  }
});

test('the settings of traces are checked, and headers are not repeated, since they hold keys', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.org:4318/otlp/' };
  for (const share of ['2', '-1', 'all']) {
    assert.throws(() => readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: share }, 'demo'), /a number from 0 to 1/);
  }
  for (const headers of ['hunter2', 'a=b,hunter2', 'a=%zzhunter2', 'a=hunter2%E9']) {
    assert.throws(
      () => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }, 'demo'),
      ({ message }: Error) => /must be name=value/.test(message) && !message.includes('hunter2'),
    );
  }
  const config = readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=b, c=d%2Ce' }, 'demo');
  assert.deepEqual(config.tracing, {
    endpoint: 'https://collector.example.org:4318/otlp',
    headers: { a: 'b', c: 'd,e' },
    serviceName: 'timebank',
    share: 1,
  });
});

test('an empty setting counts as unset, and what is right is taken as it is meant', () => {
  const names = [
    'MODE',
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'TRUST_PROXY',
    'SECRET_KEY',
    'METRICS_PORT',
    'LOG_LEVEL',
    'LOG_REQUESTS',
  ];
  assert.deepEqual(readConfig(Object.fromEntries(names.map((name) => [name, ''])), 'demo'), readConfig({}, 'demo'));
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.1, ::1,192.168.0.0/16,' }, 'demo').trustProxy, [
    ...['10.0.0.1/32', '::1/128', '192.168.0.0/16'],
  ]);
  assert.equal(readConfig({ PUBLIC_URL: 'https://TB.example:443/' }, 'demo').publicUrl, 'https://tb.example');
  for (const key of [KEY, KEY.replace('=', ''), KEY.replaceAll('+', '-').replaceAll('/', '_')]) {
    assert.equal(readConfig({ SECRET_KEY: key }, 'demo').secretKey, key);
  }
  for (const url of ['postgres://h/db', 'postgresql:///db?host=/var/run/postgresql', 'postgresql://u@%2Frun:5432/db']) {
    assert.equal(readConfig({ DATABASE_URL: url }, 'demo').databaseUrl, url);
  }
});

test('production refuses the openings for tests, and to serve the open net without https or a server without a key', () => {
  const serve = (env: Record<string, string>, mode: Mode = 'production') => checkServing(readConfig(env, mode));
  const openings = { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8', WEBHOOK_CA_FILE: '/ca.pem' };
  for (const [name, value] of Object.entries(openings)) {
    assert.throws(() => serve({ [name]: value }), {
      message: new RegExp(`^${name} is for demo and tests; .* refuses it`),
    });
    serve({ [name]: value }, 'demo');
  }
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'tb.example']) {
    for (const url of [{}, { PUBLIC_URL: 'http://tb.example' }]) {
      assert.throws(() => serve({ HOST, ...url }), { message: /^PUBLIC_URL must be the https origin partners use / });
    }
    serve({ HOST, PUBLIC_URL: 'https://tb.example' });
    serve({ HOST }, 'demo');
  }
  for (const HOST of ['127.0.0.1', '::1', '127.9.9.9', 'localhost']) {
    serve({ HOST });
    // The host that a proxy passes on would become the issuer.
    for (const url of [{}, { PUBLIC_URL: 'http://tb.example' }]) {
      assert.throws(() => serve({ HOST, TRUST_PROXY: '127.0.0.1', ...url }), {
        message: /^PUBLIC_URL must be the https origin partners use .*TRUST_PROXY is set/,
      });
    }
    serve({ HOST, TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://tb.example' });
    serve({ HOST, TRUST_PROXY: '127.0.0.1' }, 'demo');
  }
  const DATABASE_URL = 'postgresql://h/db';
  assert.throws(() => serve({ DATABASE_URL }), { message: /^SECRET_KEY is required with DATABASE_URL: / });
  serve({ DATABASE_URL, SECRET_KEY: KEY });
  serve({ DATABASE_URL }, 'demo');
});

test('a setting that needs another one is refused without it in production, as a lost line would start something else', () => {
  const DATABASE_URL = 'postgresql://h/db';
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_TRACES_SAMPLER_ARG: '1', OTEL_SERVICE_NAME: 'tb' };
  for (const [name, value, needed, whole] of [
    ['MIGRATE_DATABASE_URL', DATABASE_URL, 'DATABASE_URL', DATABASE_URL],
    ['DATABASE_PREPARE', 'off', 'DATABASE_URL', DATABASE_URL],
    ['BACKUP_KEEP', '7', 'BACKUP_DIR', '/var/backups/timebank'],
    ...Object.entries(headers).map(
      (pair) => [...pair, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318'] as const,
    ),
  ] as const) {
    assert.throws(() => readConfig({ [name]: value }, 'production'), {
      message: `${name} is set without ${needed}; set both, or neither.`,
    });
    readConfig({ [name]: value, [needed]: whole }, 'production');
    readConfig({ [name]: value }, 'demo');
  }
  const withKey = (env: Record<string, string>, mode: Mode = 'production') =>
    checkServing(readConfig({ SECRET_KEY: KEY, ...env }, mode));
  assert.throws(() => withKey({}), { message: /^SECRET_KEY is set without DATABASE_URL; set both, or neither: / });
  withKey({ DATABASE_URL });
  withKey({}, 'demo');
});

test('behind a proxy production demands an https PUBLIC_URL on loopback as well: a forwarded host is the word of the client', () => {
  const serve = (env: Record<string, string>, mode: Mode = 'production') =>
    checkServing(readConfig({ TRUST_PROXY: '127.0.0.1', ...env }, mode));
  for (const env of [{}, { PUBLIC_URL: 'http://127.0.0.1:8080' }] as Record<string, string>[]) {
    assert.throws(() => serve(env), { message: /^PUBLIC_URL must be the https origin .*TRUST_PROXY is set/ });
    serve(env, 'demo');
  }
  serve({ PUBLIC_URL: 'https://tb.example' });
});

test('sign-in through an identity provider is set as a whole or not at all, each fault in one sentence', () => {
  const whole = {
    OIDC_ISSUER: 'https://login.example.org/town',
    OIDC_CLIENT_ID: 'timebank',
    OIDC_CLIENT_SECRET: 'hunter2',
  };
  const roles = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: '/town=ops=operator, staff = coordinator:elm' };
  for (const [env, sentence] of [
    [{ OIDC_ISSUER: whole.OIDC_ISSUER }, /^OIDC_ISSUER is set without OIDC_CLIENT_ID; set all of OIDC_\*, or none\.$/],
    [{ ...whole, OIDC_CLIENT_SECRET: '' }, /^OIDC_ISSUER is set without OIDC_CLIENT_SECRET; /],
    [{ OIDC_CLIENT_ID: 'timebank' }, /^OIDC_CLIENT_ID is set without OIDC_ISSUER; set both, or neither\.$/],
    [{ OIDC_ROLES: 'ops=operator' }, /^OIDC_ROLES is set without OIDC_ISSUER; /],
    [{ ...whole, OIDC_NAME: 'a\nb' }, /^OIDC_NAME must be one line of at most 60 characters\.$/],
    [{ ...whole, OIDC_ROLE_CLAIM: 'groups' }, /^OIDC_ROLE_CLAIM and OIDC_ROLES belong together; /],
    [{ ...whole, OIDC_ROLES: 'ops=operator' }, /^OIDC_ROLE_CLAIM and OIDC_ROLES belong together; /],
    [{ LOCAL_ACCOUNTS: 'off' }, /^LOCAL_ACCOUNTS is off without OIDC_ISSUER; nobody could sign in\.$/],
    [{ LOCAL_ACCOUNTS: 'no' }, /^LOCAL_ACCOUNTS is "no"; it must be on or off\.$/],
    ...[
      'login.example.org',
      'http://login.example.org',
      'https://a@b.example',
      'https://b.example/?a',
      'https://b /',
    ].map(
      (OIDC_ISSUER) => [{ ...whole, OIDC_ISSUER }, /^OIDC_ISSUER is ".*"; it must be an https URL such as /] as const,
    ),
    ...['ops', '=operator', 'ops=root', 'ops=operator:elm', 'ops=owner', 'ops=owner:', 'ops=owner:elm:oak', ','].map(
      (OIDC_ROLES) =>
        [{ ...whole, ...roles, OIDC_ROLES }, /^OIDC_ROLES (holds ".*"; an entry is|must have from 1)/] as const,
    ),
  ] as const) {
    assert.throws(
      () => readConfig(env, 'demo'),
      (error: Error) =>
        error instanceof ConfigError && sentence.test(error.message) && !/\n|hunter2/.test(error.message),
      JSON.stringify(env),
    );
  }
  assert.equal(readConfig({}, 'production').oidc, undefined);
  const { oidc, localAccounts } = readConfig({ ...whole, ...roles, LOCAL_ACCOUNTS: 'off' }, 'production');
  assert.equal(localAccounts, false);
  assert.deepEqual(oidc, {
    ...{ issuer: whole.OIDC_ISSUER, clientId: 'timebank', clientSecret: 'hunter2', name: 'login.example.org' },
    ...{ roleClaim: 'groups', insecure: false },
    roles: [
      { value: '/town=ops', role: 'operator' },
      { value: 'staff', role: 'coordinator', community: 'elm' },
    ],
  });
  for (const OIDC_ISSUER of ['http://127.0.0.1:9000', 'http://localhost:9000']) {
    assert.equal(readConfig({ ...whole, OIDC_ISSUER }, 'demo').oidc?.insecure, true);
    assert.throws(() => readConfig({ ...whole, OIDC_ISSUER }, 'production'), { message: /^OIDC_ISSUER is / });
  }
});

test('by default only a node beside others drains: the embedded database serves one, and the demo is started by hand', () => {
  const DATABASE_URL = 'postgresql://timebank@db.example.org/timebank';
  const seconds = (env: Record<string, string>, mode: Mode) => readConfig(env, mode).drainSeconds;
  assert.equal(seconds({ DATABASE_URL }, 'production'), 5);
  assert.equal(seconds({ DATABASE_URL, DRAIN_SECONDS: '0' }, 'production'), 0);
  assert.equal(seconds({}, 'production'), 0);
  assert.equal(seconds({ DATABASE_URL }, 'demo'), 0);
  assert.equal(seconds({ DRAIN_SECONDS: '300' }, 'production'), 300);
});

test('whatever a setting says, it is taken or refused in a sentence, and nothing else is thrown', () => {
  const files = globSync(join(import.meta.dirname, '*config*.ts')).filter((file) => !file.endsWith('.test.ts'));
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const names = new Set(
    [...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST|MODE)'/g)].map(([, name]) => name),
  );
  assert.ok(names.size > 40, `${names.size}`);
  const odd = [
    '%',
    'x=caf%E9',
    '%E9@h',
    '[',
    'https://[',
    '//',
    'a@b@c',
    '{',
    '\\',
    '-1',
    '1e9',
    '9'.repeat(400),
    ',',
    ' ',
    '*',
    '\u{1F4A5}',
  ];
  const around = [
    '',
    'https://',
    'postgresql://',
    'smtp://',
    'https://u:%E9@h/',
    'smtp://u:%E9@h:',
    'postgresql://u:%E9@h/',
  ];
  for (const name of names) {
    for (const value of around.flatMap((before) => odd.map((text) => `${before}${text}`))) {
      try {
        readConfig({ [name as string]: value }, 'demo');
      } catch (error) {
        assert.ok(error instanceof ConfigError, `${name}=${value}: ${error}`);
      }
    }
  }
});
