/** `timebank account …`: organisations, the community fund, and limits of single accounts. */
import { hoursFromSeconds } from '@timebank/contract';
import type { Command } from 'commander';
import { addOrganisation, changeLowerBalance, listSharedAccounts } from '../domain/accounts/accounts.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, report, table, withDatabase } from './context.ts';
import { reportList } from './lists.ts';
import { lowerHoursOrNone, nullOf, type OrNone } from './values.ts';

interface Options {
  readonly community?: string;
  readonly json?: boolean;
}

export function registerAccountCommands(program: Command, context: CommandContext): void {
  const account = program
    .command('account')
    .description('accounts of organisations and the community fund, and limits');

  account
    .command('create-organisation')
    .description('create an account for an organisation; exchanges refer to it by name')
    .option(...COMMUNITY_OPTION)
    .requiredOption('--name <name>', 'name of the organisation, unique in the community')
    .option('--lower-hours <hours>', 'how far below zero exchanges may take it, such as -100', lowerHoursOrNone)
    .option('--json', 'print JSON')
    .action(async (options: Options & { name: string; lowerHours?: OrNone<number> }) => {
      const id = await withDatabase(context, 'account create-organisation', async (tools) => {
        const act = { communityId: (await communityOf(tools.database, options.community)).id, actor: COMMAND_LINE };
        const organisation = { name: options.name, lowerBalanceSeconds: nullOf(options.lowerHours ?? 'none') };
        return addOrganisation(tools, act, organisation);
      });
      report(context, options.json, { account_id: id, name: options.name.trim() }, [`Account ${id} created.`]);
    });

  account
    .command('limit')
    .description('set how far below zero exchanges may take one account; none applies the limit of the community')
    .argument('<account>', 'usr_ id, external id, name of an organisation, or chest (the community fund)')
    .argument('<hours>', '0 or below, or none', lowerHoursOrNone)
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON')
    .action(async (name: string, limit: OrNone<number>, options: Options) => {
      const lower = nullOf(limit);
      await withDatabase(context, 'account limit', async (tools) => {
        const act = { communityId: (await communityOf(tools.database, options.community)).id, actor: COMMAND_LINE };
        await changeLowerBalance(tools, act, name, lower);
      });
      const value = { account: name, lower_balance_hours: lower === null ? null : hoursFromSeconds(lower) };
      report(context, options.json, value, [`The lower limit of ${name} is ${value.lower_balance_hours ?? 'unset'}.`]);
    });

  account
    .command('list')
    .description('list the community fund (chest) and the organisations with their balances')
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const rows = await withDatabase(context, 'account list', async ({ database }) =>
        listSharedAccounts(database, (await communityOf(database, options.community)).id),
      );
      const values = rows.map((row) => ({
        account_id: row.id,
        kind: row.kind,
        name: row.name,
        balance_hours: hoursFromSeconds(row.balanceSeconds),
        lower_balance_hours: row.lowerBalanceSeconds === null ? null : hoursFromSeconds(row.lowerBalanceSeconds),
      }));
      const lines = values.map((row) => [row.name ?? row.kind, row.kind, `${row.balance_hours} h`]);
      reportList(context, options.json, values, () => table(['account', 'kind', 'balance'], lines));
    });
}
