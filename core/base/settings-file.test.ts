import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSettings } from './settings-file.ts';

test('a file of settings means what it does to systemd', () => {
  const text = [
    '# a comment',
    '; another',
    '',
    'HOST=127.0.0.1',
    '  PORT=8080  ',
    'EMPTY=',
    'DATABASE_URL=postgresql://u:p%23w@h/db?a=b',
    'OIDC_CLIENT_SECRET=ab#cd',
    "OIDC_NAME='Elm Street \\ $HOME'",
    'OIDC_ROLES="a \\"b\\" \\\\ c"\r',
  ].join('\n');
  assert.deepEqual(parseSettings('/etc/timebank.env', text), {
    ...{ HOST: '127.0.0.1', PORT: '8080', EMPTY: '', DATABASE_URL: 'postgresql://u:p%23w@h/db?a=b' },
    ...{ OIDC_CLIENT_SECRET: 'ab#cd', OIDC_NAME: 'Elm Street \\ $HOME', OIDC_ROLES: 'a "b" \\ c' },
  });
});

test('a line that systemd and others read differently is refused by line and rule, without the value', () => {
  for (const [line, rule] of [
    ['export HOST=hunter2', /must be NAME=value, without "export"/],
    ['HOST hunter2', /must be NAME=value/],
    ['HOST = hunter2', /without spaces around the sign/],
    ['9HOST=hunter2', /must be NAME=value/],
    ['HOST="hunter2', /a value of HOST with quotes that do not fit/],
    ['HOST=hunter2"x"', /a value of HOST with quotes that do not fit/],
    ["HOST='hunter2' # why", /a value of HOST with quotes that do not fit/],
    ['HOST=hunter2\\', /a value of HOST with quotes that do not fit/],
    ['PORT=hunter2', /sets PORT once more/],
  ] as const) {
    assert.throws(
      () => parseSettings('/etc/timebank.env', `PORT=1\n${line}\n`),
      ({ message }: Error) =>
        message.startsWith('Line 2 of /etc/timebank.env ') && rule.test(message) && !message.includes('hunter2'),
      line,
    );
  }
});
