import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitsNode, newerRelease } from './newer.ts';

/** As the registry listed them in November 2026; older major versions are left out. */
const RECORDED = [
  ...['14.3.0-alpha.2', '14.23.0-beta.17', '15.18.0-beta.17', '16.14.0-beta.17'],
  ...['17.0.0-beta.13', '17.0.0-beta.14', '17.9.0-beta.16', '17.9.0-beta.17', '17.10.0-beta.17'],
  ...['18.0.0-beta.15', '18.1.0-beta.15', '18.1.0-beta.16', '18.2.0-beta.16', '18.3.0-beta.16', '18.3.0-beta.17'],
  '18.4.0-beta.17',
];

for (const [ours, newer, why] of [
  ['18.4.0-beta.17', undefined, 'the newest there is'],
  ['18.3.0-beta.17', '18.4.0-beta.17', 'a newer minor version'],
  ['17.9.0-beta.17', '17.10.0-beta.17', 'minor versions are numbers, and 18 is none of them'],
  ['18.1.0-beta.16', '18.4.0-beta.17', 'the newest of several'],
  ['17.10.0-beta.9', '17.10.0-beta.17', 'the same PostgreSQL, packaged again; 9 is before 17'],
  ['14.23.0-alpha.21', '14.23.0-beta.17', 'beta comes after alpha'],
  ['18.4.0', undefined, 'a version comes after its betas'],
  ['19.0.0-beta.1', undefined, 'nothing of this major version'],
] as const) {
  test(`${ours}: ${newer ?? 'none is newer'} (${why})`, () => {
    assert.equal(newerRelease(ours, RECORDED), newer);
    assert.equal(newerRelease(ours, RECORDED.toReversed()), newer);
  });
}

test('what comes later is found: without a suffix, of another patch level, among what is no version', () => {
  const later = (...versions: string[]) => newerRelease('18.4.0-beta.17', [...RECORDED, ...versions]);
  assert.equal(later('18.6.0-beta.18', '18.5.0-beta.18'), '18.6.0-beta.18');
  assert.equal(later('18.4.1-beta.1'), '18.4.1-beta.1');
  assert.equal(later('18.4.0', '18.4.0-rc.1'), '18.4.0');
  assert.equal(later('18.9', 'latest', '18.9.0-nightly.3', '19.0.0-beta.17'), undefined);
  assert.throws(() => newerRelease('18', RECORDED), { message: '18 is no version of the embedded PostgreSQL.' });
});

test('a package for a later Node does not fit', () => {
  assert.equal(fitsNode('>=16', '24.21.0'), true);
  assert.equal(fitsNode('>= 26.1', '24.21.0'), false);
  assert.equal(fitsNode(undefined, '24.21.0'), true);
});
