/**
 * `npm run dev`: the demo with its data, started again whenever a source of the server or the contract changes, and the
 * console with hot reload at http://localhost:5173/console/.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '8080';
const children: ChildProcess[] = [
  spawn(
    process.execPath,
    [
      '--watch',
      ...['contract/src', 'core', 'console/desk', 'console/pages', 'modules', 'service'].map(
        (path) => `--watch-path=${path}`,
      ),
      'service/main.ts',
      'demo',
    ],
    { cwd: root, stdio: 'inherit' },
  ),
  spawn(join(root, 'node_modules/.bin/vite'), ['--config', 'console/vite.config.ts', '--strictPort'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TIMEBANK_ORIGIN: process.env.TIMEBANK_ORIGIN ?? `http://localhost:${port}` },
  }),
];
let ending = false;
const end = () => {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
for (const child of children) child.on('exit', end);
