/** `timebank demo`: everything at once, with a sample community, ready to be called. */
import { BASE_PATH } from '@timebank/contract';
import type { Command } from 'commander';
import type { CommandContext } from '../console/desk/commands/context.ts';
import { environmentOf, runAsOwner } from '../console/desk/commands/settings.ts';
import { CLOCK_OPTION, createLogger, type ServeOptions, untilStopped } from '../console/desk/commands/until-stopped.ts';
import { wholeNumber } from '../console/desk/commands/values.ts';
import type { OfficeDeps } from '../console/desk/office-deps.ts';
import { readConfig } from '../core/base/config.ts';
import { readMailConfig } from '../core/base/mail-config.ts';
import type { WorkerOptions } from '../core/events/delivery/loop.ts';
import { readCaFile } from '../core/events/guarded-https/ca-file.ts';
import type { DemoFile } from './demo/seed.ts';
import { createStops, type Stops } from './stops.ts';

interface DemoOptions extends ServeOptions {
  readonly rateLimit: number;
  readonly receiver: boolean;
}

export function registerDemoCommand(command: Command, context: CommandContext): void {
  command
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
        const { startService } = await import('./service.ts');
        const stops = createStops(log);
        const inbox = read.mail ? undefined : await openInbox(stops);
        const config = { ...read, mail: inbox?.mail ?? read.mail };
        const service = await startService({
          config,
          stops,
          clock: context.clock,
          log,
          command: 'timebank demo',
          clockIsRight: options.clockIsRight ?? false,
          create: true,
          prepare: async (deps, origin) => {
            const { seedDemo } = await import('./demo/seed.ts');
            const { file, ...partner } = await seedDemo(deps, origin, options.rateLimit, inbox?.url ?? null);
            demo = file;
            return options.receiver ? await watch(context, deps, partner, stops, () => watching) : undefined;
          },
        });
        if (demo) for (const line of welcome(demo, options.receiver)) context.print(line);
        watching = true;
        return service;
      });
    });
}

/** Starts a mail server on loopback that keeps what it gets, and the settings that lead to it. */
async function openInbox(stops: Stops) {
  const { startDemoInbox } = await import('./demo/inbox.ts');
  const inbox = await startDemoInbox();
  stops.add(inbox.stop);
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
  deps: OfficeDeps,
  partner: { readonly communityId: number; readonly partnerId: number },
  stops: Stops,
  isWatching: () => boolean,
): Promise<Pick<WorkerOptions, 'sender'>> {
  const { demoCertificate, startDemoReceiver } = await import('./demo/receiver.ts');
  const { readReceiverFile, subscribeReceiver } = await import('./demo/receiver-subscription.ts');
  const { config, clock } = deps;
  const known = await readReceiverFile(config.dataDir);
  const waiting: string[] = [];
  const print = (line: string) => {
    if (!isWatching()) return void waiting.push(line);
    for (const text of [...waiting.splice(0), line]) if (context.isRead()) context.print(`  ${text}`);
  };
  const certificate = await demoCertificate(known, clock.now());
  const receiver = await startDemoReceiver({ certificate, port: known.port ?? 0, clock, print });
  stops.add(receiver.stop);
  receiver.setSecret(await subscribeReceiver(deps, partner, receiver, known));
  const extraCa = [readCaFile(config.webhookCaFile), certificate.cert].filter((pem) => pem !== undefined).join('\n');
  const allowTargets = [`${receiver.host}:${receiver.port}`];
  const opening = { allowCidrs: config.webhookAllowCidrs, allowTargets };
  return { sender: { opening, extraCa } };
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
