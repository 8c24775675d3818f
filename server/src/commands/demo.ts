/** `timebank demo`: everything at once, with a sample community, ready to be called. */
import { BASE_PATH } from '@timebank/contract';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type DemoFile, seedDemo } from '../demo/seed.ts';
import { startService } from '../service.ts';
import { type CommandContext, createLogger } from './context.ts';
import { untilStopped } from './until-stopped.ts';

export function registerDemoCommand(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('run the service with a sample community and print ready curl lines')
    .action(async () => {
      const config = readConfig({ LOG_LEVEL: 'warn', ...context.env }, 'demo');
      const log = createLogger(config);
      await untilStopped(log, async () => {
        let demo: DemoFile | undefined;
        const service = await startService({
          config,
          clock: context.clock,
          log,
          command: 'timebank demo',
          prepare: async (deps, origin) => {
            demo = await seedDemo(deps, origin);
          },
        });
        if (demo) for (const line of welcome(demo)) context.print(line);
        return service;
      });
    });
}

/** What a partner's developer needs for the first call. The lines work as they stand, in the order printed. */
function welcome(demo: DemoFile): string[] {
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
    'A token, members, a credit, a balance:',
    '',
    `TOKEN=$(curl -s ${api}/oauth/token -H 'Content-Type: application/json' -d '{"grant_type":"client_credentials",${credentials}}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s '${api}/users?per_page=2' -H "Authorization: Bearer $TOKEN"`,
    `curl -s ${api}/wallet/credit -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"user_id":"${demo.member_id}","hours":1.5,"reference":"DEMO-'$(date +%s)'"}'`,
    `curl -s ${api}/wallet/balance/${demo.member_id} -H "Authorization: Bearer $TOKEN"`,
    '',
    'Ctrl-C stops it; the data stays.',
  ];
}
