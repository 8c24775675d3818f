/** The installed packages are those that were chosen: every package of the lockfile is named by its content. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

interface LockedPackage {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly libc?: readonly string[];
}

const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, LockedPackage>> };
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

test('every package of the lockfile, of whatever system, has the digest of its content', () => {
  assert.ok(installed.length > 300, 'the packages were found');
  const unnamed = installed.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  assert.deepEqual(
    unnamed.map(([path]) => path),
    [],
  );
});

test('a binary for one C library says so in the lockfile: npm installs the other one beside it otherwise', () => {
  const paths = new Set(installed.map(([path]) => path));
  const wanted = installed.flatMap(([path, { libc }]) => {
    if (path.endsWith('-musl')) return [{ path, libc, expected: ['musl'] }];
    if (path.endsWith('-gnu') || paths.has(`${path}-musl`)) return [{ path, libc, expected: ['glibc'] }];
    return [];
  });
  assert.ok(wanted.length > 20, 'the binaries were found');
  assert.deepEqual(
    wanted.filter(({ libc, expected }) => !isDeepStrictEqual(libc, expected)),
    [],
  );
});

test('no package of the lockfile names where it comes from: that is the choice of who installs', () => {
  assert.deepEqual(
    installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
    [],
  );
});
