/** The service with a sample community, and a receiver of its events beside it. */
import { BASE_PATH } from '@timebank/contract';
import { readCaFile } from '../domain/delivery/guard.ts';
import type { Deps } from '../domain/deps.ts';
import type { Surroundings } from '../service/parts.ts';
import { type Prepared, startService } from '../service/service.ts';
import { demoCertificate, startDemoReceiver } from './receiver.ts';
import { readReceiverFile, subscribeReceiver } from './receiver-subscription.ts';
import { type DemoFile, seedDemo } from './seed.ts';

/** Where the demo tells what one needs to know. */
export interface Terminal {
  print(line: string): void;
  /** Whether anybody still reads. */
  isRead(): boolean;
}

export async function startDemo({ config, clock, log }: Surroundings, terminal: Terminal) {
  let demo: DemoFile | undefined;
  let watching = false;
  const service = await startService({
    config,
    clock,
    log,
    command: 'timebank demo',
    prepare: async (deps, origin) => {
      const { file, ...partner } = await seedDemo(deps, origin);
      demo = file;
      return config.demoReceiver ? watch(terminal, deps, partner, () => watching) : {};
    },
  });
  if (demo) for (const line of welcome(demo, config.demoReceiver)) terminal.print(line);
  watching = true;
  return service;
}

/** Starts the demo's receiver and opens it, and nothing else, for the worker. */
async function watch(
  terminal: Terminal,
  deps: Deps,
  partner: { readonly communityId: number; readonly partnerId: number },
  isWatching: () => boolean,
): Promise<Prepared> {
  const { config, clock } = deps;
  const known = await readReceiverFile(config.dataDir);
  const waiting: string[] = [];
  const print = (line: string) => {
    if (!isWatching()) return void waiting.push(line);
    for (const text of [...waiting.splice(0), line]) if (terminal.isRead()) terminal.print(`  ${text}`);
  };
  const certificate = await demoCertificate(known, clock.now());
  const receiver = await startDemoReceiver({ certificate, port: known.port ?? 0, clock, print });
  try {
    receiver.setSecret(await subscribeReceiver(deps, partner, receiver, known));
  } catch (error) {
    await receiver.stop();
    throw error;
  }
  const extraCa = [readCaFile(config.webhookCaFile), certificate.cert].filter((pem) => pem !== undefined).join('\n');
  const allowTargets = [`${receiver.host}:${receiver.port}`];
  const opening = { allowCidrs: config.webhookAllowCidrs, allowTargets };
  return { worker: { sender: { opening, extraCa } }, stop: receiver.stop };
}

/** What a partner's developer needs for the first call. The lines work as they stand, in the order printed. */
function welcome(demo: DemoFile, watched: boolean): string[] {
  const api = `${demo.base_url}${BASE_PATH}`;
  const credentials = `"client_id":"${demo.client_id}","client_secret":"${demo.client_secret}"`;
  return [
    '',
    'Timebank is running with a sample community.',
    '',
    `  Partner API   ${api}`,
    `  API docs      ${demo.base_url}/docs`,
    `  Console       ${demo.console_url}   ${demo.admin_email} / ${demo.admin_password}`,
    `  client_id     ${demo.client_id}`,
    `  client_secret ${demo.client_secret}`,
    '',
    'Try it: get a token, list members, find a member by payment reference, credit hours, read the balance:',
    '',
    `TOKEN=$(curl -s ${api}/oauth/token -H 'Content-Type: application/json' -d '{"grant_type":"client_credentials",${credentials}}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s '${api}/users?per_page=2' -H "Authorization: Bearer $TOKEN"`,
    `curl -s '${api}/users/lookup?payment_reference=${demo.payment_reference}' -H "Authorization: Bearer $TOKEN"`,
    `curl -s ${api}/wallet/credit -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"user_id":"${demo.member_id}","hours":1.5,"reference":"DEMO-'$(date +%s)'"}'`,
    `curl -s ${api}/wallet/balance/${demo.member_id} -H "Authorization: Bearer $TOKEN"`,
    '',
    ...(watched ? ["Events that the partner's webhook receiver has received and verified are shown below.", ''] : []),
    'Press Ctrl-C to stop; the data is kept.',
  ];
}
