/**
 * Side-by-side measurements on this machine, in one run: what the service does against a named peer or limit. Rounds
 * alternate, so that a drifting machine drifts for both sides; the figure is the median of the rounds' ratios.
 * `npm run bench -- deliver latency` runs only those; `--server` puts Debian's PostgreSQL in place of the embedded one.
 * `npm run bench -- growth` takes an hour, with `--quick` some minutes.
 */
import { benchConsole } from './console.ts';
import { benchCredit } from './credit.ts';
import { benchDeliver } from './deliver.ts';
import { startDemo } from './demo-service.ts';
import { benchFairness } from './fairness.ts';
import { benchGrowth } from './growth.ts';
import { benchImport } from './import.ts';
import { benchLatency } from './latency.ts';
import type { Figure, Growth, Measurement } from './measure.ts';
import { startPostgresServer } from './postgres-server.ts';
import { benchReads } from './reads.ts';
import { benchToken } from './token.ts';
import { missingPackages } from './tools.ts';

/** Measured on one service, by programs of Debian's. */
const OF_REQUESTS = { reads: benchReads, credit: benchCredit, token: benchToken };
/** Each starts a service of its own and a receiver. */
const OF_WEBHOOKS = { deliver: benchDeliver, fairness: benchFairness, latency: benchLatency, import: benchImport };

/** With a browser, on a community as large as they come. */
const OF_CONSOLE = { console: benchConsole };

const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const json = process.argv.includes('--json');
const onServer = process.argv.includes('--server');
const chosen = <T>(all: Readonly<Record<string, T>>) =>
  Object.entries(all).flatMap(([name, measure]) => (only.length === 0 || only.includes(name) ? [measure] : []));
const results: (Measurement | Figure | Growth)[] = [];

const ofRequests = chosen(OF_REQUESTS);
if (ofRequests.length > 0) {
  const missing = missingPackages();
  if (missing.length > 0) {
    process.stderr.write(
      `bench: needs the Debian packages ${missing.join(' and ')}: apt-get install ${missing.join(' ')}\n`,
    );
    process.exit(1);
  }
  const server = onServer ? await startPostgresServer() : undefined;
  const settings = server ? { DATABASE_URL: await server.database('timebank') } : {};
  const demo = await startDemo(settings);
  try {
    for (const measure of ofRequests) print(await measure(demo));
  } finally {
    await demo.stop();
    await server?.stop();
  }
}
for (const measure of chosen(OF_WEBHOOKS)) print(await measure());
for (const measure of chosen(OF_CONSOLE)) print(await measure());
// Only where it is asked for: the largest size takes long to fill.
if (only.includes('growth')) print(await benchGrowth(process.argv.includes('--quick')));
if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

function print(found: readonly (Measurement | Figure | Growth)[]): void {
  results.push(...found);
  if (!json) for (const result of found) process.stdout.write(`${describe(result)}\n`);
}

function describe(result: Measurement | Figure | Growth): string {
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
