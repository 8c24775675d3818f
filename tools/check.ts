/** `npm run check`: all checks side by side; each that fails is shown whole, of the others what they note. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const CHECKS: readonly (readonly [name: string, command: string])[] = [
  ['types of the service, contract, client', 'tsc --noEmit -p .'],
  ['types of the console and its screens', 'tsc --noEmit -p console'],
  ['format and lint (npm run fix mends most of it)', 'biome ci'],
  ['unused code', 'knip'],
  ['schema.sql (npm run generate:schema)', 'node test-support/schema-dump.ts --check'],
  ['types of statements (npm run generate:statements)', 'node tools/statements.ts --check'],
  ['what is made from the contract (npm run generate -w contract)', 'node contract/src/generate.ts --check'],
  ['only additions to the partner API (tools/additive.ts)', 'node tools/additive.ts'],
  ['the embedded PostgreSQL is the newest of its kind (tools/postgres-release.ts)', 'node tools/postgres-release.ts'],
  ['the generated client (npm run generate -w client)', 'node client/src/generate.ts --check'],
  // One after the other: both pack it.
  ['the client as a package (publint, attw)', 'publint run client --strict && attw --pack client --profile esm-only'],
];

async function run([name, command]: (typeof CHECKS)[number]): Promise<boolean> {
  const startedAt = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  const text = Buffer.concat(output).toString();
  if (code !== 0) process.stdout.write(text);
  else for (const line of text.split('\n').filter((one) => one.startsWith('note: '))) console.log(`       ${line}`);
  return code === 0;
}

// Two at a time: more would only wait for each other's cores.
const waiting = [...CHECKS];
const results: boolean[] = [];
async function worker(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await run(check));
}
await Promise.all([worker(), worker()]);
const failed = results.filter((passed) => !passed).length;
console.log(failed === 0 ? `all ${results.length} checks passed` : `${failed} of ${results.length} checks failed`);
process.exitCode = failed === 0 ? 0 : 1;
