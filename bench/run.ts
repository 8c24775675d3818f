/**
 * Side-by-side measurements on this machine, in one run: what the service does against a named peer or limit. Rounds
 * alternate, so that a drifting machine drifts for both sides; the figure is the median of the rounds' ratios.
 */
import { benchCredit } from './credit.ts';
import { startDemo } from './demo-service.ts';
import { benchGetUser } from './get-user.ts';
import type { Measurement } from './measure.ts';
import { benchToken } from './token.ts';
import { missingPackages } from './tools.ts';

const missing = missingPackages();
if (missing.length > 0) {
  process.stderr.write(
    `bench: needs the Debian packages ${missing.join(' and ')}: apt-get install ${missing.join(' ')}\n`,
  );
  process.exit(1);
}

const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const json = process.argv.includes('--json');
const results: Measurement[] = [];
const demo = await startDemo();
try {
  for (const [name, measure] of [
    ['get-user', benchGetUser],
    ['credit', benchCredit],
    ['token', benchToken],
  ] as const) {
    if (only.length > 0 && !only.includes(name)) continue;
    for (const result of await measure(demo)) {
      results.push(result);
      if (!json) process.stdout.write(`${describe(result)}\n`);
    }
  }
} finally {
  await demo.stop();
}
if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

function describe({ what, against, ours, theirs, ratio, goal }: Measurement): string {
  const rates = `${ours.toFixed(0)}/s, against ${theirs.toFixed(0)}/s of ${against}`;
  return `${what}\n  ${rates}: ratio ${ratio.toFixed(2)} (goal ${goal})`;
}
