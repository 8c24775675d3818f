/**
 * Within v1 the partner API only grows. Compares openapi.json with the last committed one that differs from it, of HEAD
 * and the commit before, and refuses whatever a partner's code could notice.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { breaks } from './additive/breaks.ts';

/**
 * Breaks that are meant, each with its reason. An entry counts whenever its pattern matches, and one that matches
 * nothing does no harm. The list begins empty, and lives as long as a release.
 */
const ACCEPTED: readonly { readonly change: RegExp; readonly reason: string }[] = [];

const FILE = 'openapi.json';

function committed(revision: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['show', `${revision}:${FILE}`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return status === 0 ? stdout : undefined;
}

const now = readFileSync(FILE, 'utf8');
const head = committed('HEAD');
const before = head === now ? committed('HEAD~1') : head;
if (before === undefined) {
  console.log(`There is no earlier ${FILE} to compare with (no git, or no such commit).`);
} else {
  const found = breaks(JSON.parse(before), JSON.parse(now));
  const refused = found.filter((line) => !ACCEPTED.some(({ change }) => change.test(line)));
  for (const line of refused) console.error(line);
  if (refused.length > 0) {
    console.error(
      `${FILE}: ${refused.length} changes are not additive. If one is meant, name it in tools/additive.ts.`,
    );
    process.exitCode = 1;
  }
}
