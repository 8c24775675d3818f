/** `timebank demo`: everything at once, with a sample community, ready to be called. */
import { BASE_PATH } from '@timebank/contract';
import type { Command } from 'commander';
import type { DemoFile } from '../demo/seed.ts';
import type { Deps } from '../domain/deps.ts';
import { readConfig } from '../platform/base/config.ts';
import { readMailConfig } from '../platform/base/mail-config.ts';
import { readCaFile } from '../platform/guarded-https/ca-file.ts';
import type { Prepared } from '../service/service.ts';
import { type CommandContext, createLogger } from './context.ts';
import { environmentOf, runAsOwner } from './settings.ts';
import { CLOCK_OPTION, type ServeOptions, untilStopped } from './until-stopped.ts';
import { wholeNumber } from './values.ts';

interface DemoOptions extends ServeOptions {
  readonly rateLimit: number;
  readonly receiver: boolean;
}

export function registerDemoCommand(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('run the service with a sample community and print ready-made curl commands')
    .option('--clock-is-right', CLOCK_OPTION)
    .option('--rate-limit <requests>', "requests per minute of the demo's partner; 0 for no limit", wholeNumber, 0)
    .option('--no-receiver', 'start no receiver of webhooks that prints what it gets')
    .action(async (options: DemoOptions) => {
      const env = await environmentOf(context, { byDefault: false });
      const read = readConfig({ LOG_LEVEL: 'warn', ...env }, 'demo');
      runAsOwner(read);
      const log = createLogger(read);
      await untilStopped({ log, env, drainSeconds: read.drainSeconds }, async () => {
        let demo: DemoFile | undefined;
        let watching = false;
        const { startService } = await import('../service/service.ts');
        const inbox = read.mail ? undefined : await openInbox();
        const config = { ...read, mail: inbox?.mail ?? read.mail };
        const started = startService({
          config,
          clock: context.clock,
          log,
          command: 'timebank demo',
          clockIsRight: options.clockIsRight ?? false,
          create: true,
          prepare: async (deps, origin) => {
            const { seedDemo } = await import('../demo/seed.ts');
            const { file, ...partner } = await seedDemo(deps, origin, options.rateLimit, inbox?.url ?? null);
            demo = file;
            const watched = options.receiver ? await watch(context, deps, partner, () => watching) : {};
            return { ...watched, stop: () => Promise.all([watched.stop?.(), inbox?.stop()]).then(() => undefined) };
          },
        });
        const service = await started.catch(async (error) => {
          // Left open, it would keep alive what has failed to start.
          await inbox?.stop();
          throw error;
        });
        if (demo) for (const line of welcome(demo, options.receiver)) context.print(line);
        watching = true;
        return service;
      });
    });
}

/** Starts a mail server on loopback that keeps what it gets, and the settings that lead to it. */
async function openInbox() {
  const { startDemoInbox } = await import('../demo/inbox.ts');
  const inbox = await startDemoInbox();
  const settings: Readonly<Record<string, string>> = {
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'Riverside Time Bank <office@riverside.example>',
    MAIL_PER_MINUTE: '6000',
  };
  return { ...inbox, mail: readMailConfig((name) => settings[name]) };
}

/** Starts the demo's receiver and opens it, and nothing else, for the worker. */
async function watch(
  context: CommandContext,
  deps: Deps,
  partner: { readonly communityId: number; readonly partnerId: number },
  isWatching: () => boolean,
): Promise<Prepared> {
  const { demoCertificate, startDemoReceiver } = await import('../demo/receiver.ts');
  const { readReceiverFile, subscribeReceiver } = await import('../demo/receiver-subscription.ts');
  const { config, clock } = deps;
  const known = await readReceiverFile(config.dataDir);
  const waiting: string[] = [];
  const print = (line: string) => {
    if (!isWatching()) return void waiting.push(line);
    for (const text of [...waiting.splice(0), line]) if (context.isRead()) context.print(`  ${text}`);
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
    `  Members       ${demo.members_url}   a member's letter: ${demo.member_sign_in}`,
    ...(demo.mail_inbox === null ? [] : [`  Mails         ${demo.mail_inbox}`]),
    `  client_id     ${demo.client_id}`,
    `  client_secret ${demo.client_secret}`,
    '',
    'Try it: get a token, list members, find a member by payment reference, credit hours, read the balance:',
    '',
    `TOKEN=$(curl -sS --fail-with-body ${api}/oauth/token -H 'Content-Type: application/json' -d '{"grant_type":"client_credentials",${credentials}}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -sS --fail-with-body '${api}/users?per_page=2' -H "Authorization: Bearer $TOKEN"`,
    `curl -sS --fail-with-body '${api}/users/lookup?payment_reference=${demo.payment_reference}' -H "Authorization: Bearer $TOKEN"`,
    `curl -sS --fail-with-body ${api}/wallet/credit -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"user_id":"${demo.member_id}","hours":1.5,"reference":"DEMO-'$(date +%s)'"}'`,
    `curl -sS --fail-with-body ${api}/wallet/balance/${demo.member_id} -H "Authorization: Bearer $TOKEN"`,
    '',
    ...(watched ? ["Events that the partner's webhook receiver has received and verified are shown below.", ''] : []),
    'Press Ctrl-C to stop; the data is kept.',
  ];
}
