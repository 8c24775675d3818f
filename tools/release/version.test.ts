import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateChangelog, demandHigher, setClientFile, setLockedVersion, setVersion } from './version.ts';

test('the unreleased part of the changelog gets version and day, and only that', () => {
  const text = '# Changelog\n\n## 0.2.0 (unreleased)\n\n- New.\n\n## 0.1.0 (2026-11-01)\n\n- Old (unreleased)\n';
  assert.equal(
    dateChangelog(text, '0.2.0', '2026-12-01'),
    '# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- New.\n\n## 0.1.0 (2026-11-01)\n\n- Old (unreleased)\n',
  );
  assert.throws(() => dateChangelog('# Changelog\n\n## 0.1.0 (2026-11-01)\n', '0.2.0', '2026-12-01'), /unreleased/);
});

test("a package's version and that of its own workspace change, and no other dependency of the same number", () => {
  const before = { name: 'x', version: '0.1.0', dependencies: { '@timebank/contract': '0.1.0', other: '0.1.0' } };
  const after = JSON.parse(setVersion(JSON.stringify(before, null, 2), '0.1.0', '0.2.0'));
  assert.deepEqual(after, {
    name: 'x',
    version: '0.2.0',
    dependencies: { '@timebank/contract': '0.2.0', other: '0.1.0' },
  });
});

test("the client's file has the new version wherever a page installs it", () => {
  const page = (version: string) =>
    `npm install http://127.0.0.1:8080/docs/tools/timebank-client-${version}.tgz\n0.1.0\n`;
  assert.equal(setClientFile(page('0.1.0'), '0.1.0', '0.2.0'), page('0.2.0'));
});

test("in the lockfile the workspace's packages change, and none of others", () => {
  const lockfile = (version: string) => ({
    name: 'x',
    version,
    packages: {
      '': { version },
      server: { version, dependencies: { '@timebank/contract': version, other: '0.1.0' } },
      'node_modules/other': { version: '0.1.0' },
      'node_modules/@timebank/server': { resolved: 'server', link: true },
    },
  });
  const text = (version: string) => `${JSON.stringify(lockfile(version), null, 2)}\n`;
  assert.equal(setLockedVersion(text('0.1.0'), '0.2.0'), text('0.2.0'));
});

test('a version is three numbers and not lower than the present one', () => {
  for (const version of ['0.1.0', '0.1.1', '0.2.0', '1.0.0', '0.10.0']) demandHigher(version, '0.1.0');
  for (const version of ['0.0.9', '0.1', 'v0.2.0', '0.2.0-rc.1', '']) {
    assert.throws(() => demandHigher(version, '0.1.0'), Error, version);
  }
  assert.throws(() => demandHigher('0.9.9', '1.0.0'), /lower than 1\.0\.0/);
});
