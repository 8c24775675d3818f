/**
 * Side-by-side measurements on this machine, in one run: what the service does against a named peer or limit. Rounds
 * alternate, so that a drifting machine drifts for both sides; the figure is the median of the rounds' ratios.
 * `npm run bench -- deliver fairness` runs only those; `--server` puts Debian's PostgreSQL in place of the embedded one.
 * `npm run bench -- growth` takes a quarter of an hour, with `--quick` some minutes, as `-- steady --million` does.
 */

import { startPostgresServer } from '../test-support/postgres-server.ts';
import { benchConsole } from './console.ts';
import { benchCredit, benchYoung } from './credit.ts';
import { benchDeliver } from './deliver.ts';
import { startDemo } from './demo-service.ts';
import { benchFairness } from './fairness.ts';
import { benchGrowth } from './growth.ts';
import { benchHeld } from './held.ts';
import { benchImport } from './import.ts';
import { benchInbox } from './inbox.ts';
import type { Figure, Growth, Load, Measurement, Remark } from './measure.ts';
import { benchReads } from './reads.ts';
import { benchSize } from './size.ts';
import { benchStart, type Usage } from './start.ts';
import { benchSteady } from './steady.ts';
import { benchToken } from './token.ts';
import { missingPackages } from './tools.ts';

/** Measured on one service, by programs of Debian's. */
const OF_REQUESTS = { reads: benchReads, credit: benchCredit, token: benchToken };
/** Each starts what it needs: a service and a receiver, a database, a browser. */
const ALONE = {
  ...{ deliver: benchDeliver, fairness: benchFairness, import: benchImport, inbox: benchInbox, console: benchConsole },
};

type Result = Measurement | Figure | Load | Remark | Growth | Usage;

const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const json = process.argv.includes('--json');
const onServer = process.argv.includes('--server');
const chosen = <T>(all: Readonly<Record<string, T>>) =>
  Object.entries(all).flatMap(([name, measure]) => (only.length === 0 || only.includes(name) ? [measure] : []));
const results: Result[] = [];

const ofRequests = chosen(OF_REQUESTS);
/** Each on a new database of its own. */
const ofNew = chosen({
  young: benchYoung,
  held: (settings: Readonly<Record<string, string>>) => benchHeld(settings, process.argv.includes('--long')),
});
if (ofRequests.length + ofNew.length + chosen({ steady: benchSteady }).length > 0) {
  const missing = missingPackages();
  if (missing.length > 0) {
    process.stderr.write(
      `bench: needs the Debian packages ${missing.join(' and ')}: apt-get install ${missing.join(' ')}\n`,
    );
    process.exit(1);
  }
}
for (const measure of ofNew) await onDatabase(async (settings) => print(await measure(settings)));
if (ofRequests.length > 0) {
  await onDatabase(async (settings) => {
    const demo = await startDemo(settings);
    try {
      for (const measure of ofRequests) print(await measure(demo));
    } finally {
      await demo.stop();
    }
  });
}
for (const measure of chosen({ steady: benchSteady })) print(await measure(process.argv.includes('--million')));
for (const measure of chosen<() => Promise<Result[]>>(ALONE)) print(await measure());
// Only where they are asked for: the largest size takes long to fill.
if (only.includes('size')) print(await benchSize(process.argv.includes('--quick')));
if (only.includes('growth')) await benchGrowth(process.argv.includes('--quick'), (found) => print([found]));
if (only.includes('start')) {
  const than = process.argv[process.argv.indexOf('--than') + 1];
  if (!process.argv.includes('--than') || than === undefined) {
    process.stderr.write('bench: start compares with another checkout: --than <folder>\n');
    process.exit(1);
  }
  print(await benchStart(than, process.argv.includes('--quick'), only));
}
if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

/** Gives the work a new database: the embedded one, or one on a server of Debian's. */
async function onDatabase(work: (settings: Readonly<Record<string, string>>) => Promise<void>): Promise<void> {
  const server = onServer ? await startPostgresServer() : undefined;
  try {
    await work(server ? { DATABASE_URL: await server.database('timebank') } : {});
  } finally {
    await server?.stop();
  }
}

function print(found: readonly Result[]): void {
  results.push(...found);
  if (!json) for (const result of found) process.stdout.write(`${describe(result)}\n`);
}

function describe(result: Result): string {
  if ('remark' in result) return `${result.what}: ${result.remark}`;
  if ('unit' in result) {
    const { what, unit, ours, theirs, ratio, goal } = result;
    return `${what}\n  ${ours.toFixed(1)} ${unit}, against ${theirs.toFixed(1)}: ratio ${ratio.toFixed(2)} (goal ${goal})`;
  }
  if ('goals' in result) {
    const { what, perSecond, p50Ms, p99Ms, rerunsPercent, goals } = result;
    const times = `median ${p50Ms.toFixed(1)} ms, 99th percentile ${p99Ms.toFixed(1)} ms`;
    const verdicts = goals.map(
      ({ goal, found, reached }) => `\n    ${reached ? 'reached' : 'MISSED '} ${goal}: ${found}`,
    );
    const reruns = rerunsPercent === undefined ? '' : `, reruns ${rerunsPercent.toFixed(3)} %`;
    return `${what}\n  ${perSecond.toFixed(0)}/s, ${times}${reruns}${verdicts.join('')}`;
  }
  if ('sizes' in result) {
    const { what, sizes, medianMs, ratio, goal } = result;
    const at = sizes.map((size, index) => `${medianMs[index]?.toFixed(1)} ms at ${size.toLocaleString('en')}`);
    return `${what}\n  ${at.join(', ')} members: ratio ${ratio.toFixed(2)} (goal ${goal})`;
  }
  if ('medianMs' in result) {
    const { what, medianMs, p95Ms, goalMs } = result;
    return `${what}\n  median ${medianMs.toFixed(1)} ms, 95th percentile ${p95Ms.toFixed(1)} ms (goal ${goalMs} ms)`;
  }
  const { what, against, ours, theirs, ratio, goal, note } = result;
  const rates = `${ours.toFixed(0)}/s, against ${theirs.toFixed(0)}/s of ${against}`;
  return `${what}\n  ${rates}: ratio ${ratio.toFixed(2)} (goal ${goal})${note ? `\n  ${note}` : ''}`;
}
