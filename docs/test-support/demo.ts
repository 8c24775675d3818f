/** A demo to run the documentation's samples against: the launcher, as the README describes it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { ROOT } from './blocks.ts';

export interface Demo {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly memberId: string;
  /** The same member's. */
  readonly paymentReference: string;
  /** The member that is listed first. */
  readonly firstMemberId: string;
  /** An access token with all its scopes. */
  readonly token: string;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 180_000;
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/timebank-docs');

/** The machine's environment, without what would change the service under the samples. */
export function plainEnvironment(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR, PYENV_ROOT } = process.env;
  // Dozens of commands start: with the compiled code kept each takes half the time.
  const own = { npm_config_update_notifier: 'false', NODE_COMPILE_CACHE: COMPILE_CACHE };
  return { PATH, HOME, LANG, TMPDIR, PYENV_ROOT, ...own, ...changes };
}

/** Starts `timebank demo` in a temporary folder, on a free port. @param settings beside those */
export async function startDemo(settings: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  const child: ChildProcess = spawn(join(ROOT, 'server/bin/timebank'), ['demo'], {
    env: plainEnvironment({ DATA_DIR: dataDir, PORT: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  const exited = once(child, 'exit');
  const ended = exited.then(() => Promise.reject(new Error(`the demo ended: ${printed}`)));
  const ready = waitUntil('the demo is ready', () => printed.includes('Press Ctrl-C to stop'), START_TIMEOUT_MS);
  try {
    await Promise.race([ready, ended]);
  } catch (error) {
    ready.catch(() => {});
    child.kill('SIGTERM');
    await exited;
    await folder.remove();
    throw error;
  }
  ended.catch(() => {});
  const file = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Record<string, string>;
  const { base_url: baseUrl = '', client_id: clientId = '', client_secret: clientSecret = '' } = file;
  const answer = await fetch(`${baseUrl}/api/partner/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const list = await fetch(`${baseUrl}/api/partner/v1/users?per_page=1`, { headers });
  const [first] = ((await list.json()) as { data: { id: string }[] }).data;
  return {
    ...{ dataDir, baseUrl, clientId, clientSecret, token },
    memberId: file.member_id ?? '',
    firstMemberId: first?.id ?? '',
    paymentReference: file.payment_reference ?? '',
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await folder.remove();
    },
  };
}

type SampleValues = Pick<Demo, 'baseUrl' | 'clientId' | 'clientSecret' | 'memberId'> &
  Partial<Pick<Demo, 'paymentReference'>>;

/** Puts the demo's values where the samples have their placeholders. */
export function filledIn(text: string, demo: SampleValues): string {
  return text
    .replaceAll('http://127.0.0.1:8080', demo.baseUrl)
    .replaceAll('tb_ci_…', demo.clientId)
    .replaceAll('tb_cs_…', demo.clientSecret)
    .replaceAll('usr_…', demo.memberId)
    .replaceAll('RF…', demo.paymentReference ?? 'RF…');
}
