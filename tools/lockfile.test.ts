/** What is installed is what was chosen: every package of the lockfile is named by its content. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

interface Locked {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** Tools of developers on other systems, which the registry that was asked does not have, and npm ci demands the entries of. */
const isNeverInstalled = ({ dev, optional, os = [], cpu = [], libc = [] }: Locked) =>
  dev && optional && !(os.includes('linux') && cpu.includes('x64') && !libc.includes('musl'));

test('every package that is installed has the digest of its content in the lockfile', () => {
  assert.ok(installed.length > 300, 'the packages were found');
  const unnamed = installed.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  assert.deepEqual(
    unnamed.filter(([path, locked]) => !isNeverInstalled(locked) && !path.endsWith('-musl')).map(([path]) => path),
    [],
  );
});

test('no package of the lockfile names where it comes from: that is the choice of who installs', () => {
  assert.deepEqual(
    installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
    [],
  );
});
