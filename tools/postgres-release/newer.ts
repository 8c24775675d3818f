/** Which of the published packages of the embedded PostgreSQL is newer than ours, and may take its place. */

/** The packages carry PostgreSQL's version and a suffix that counts how often it was packaged: 18.4.0-beta.17. */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-(alpha|beta|rc)\.(\d+))?$/;
const STAGES = ['alpha', 'beta', 'rc', undefined];

/** @returns numbers that compare from the left; undefined for anything but a version */
function parse(version: string): readonly number[] | undefined {
  const [matched, major, minor, patch, stage, count] = VERSION.exec(version) ?? [];
  return matched === undefined ? undefined : [major, minor, patch, STAGES.indexOf(stage), count ?? 0].map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * The newest published version of the same major version, since a data folder fits no other.
 * @returns undefined when ours is the newest
 */
export function newerRelease(ours: string, published: readonly string[]): string | undefined {
  const own = parse(ours);
  if (own === undefined) throw new Error(`${ours} is no version of the embedded PostgreSQL.`);
  let newest = own;
  let found: string | undefined;
  for (const version of published) {
    const other = parse(version);
    if (other === undefined || other[0] !== own[0] || compare(other, newest) <= 0) continue;
    newest = other;
    found = version;
  }
  return found;
}

/** Whether a package's `engines.node` lets this Node run it; what is no plain lower bound is left to people. */
export function fitsNode(range: string | undefined, nodeVersion: string): boolean {
  const [, least] = /^>=\s*(\d+)/.exec(range ?? '') ?? [];
  return least === undefined || Number.parseInt(nodeVersion, 10) >= Number(least);
}
