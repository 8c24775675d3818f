/** `timebank account …`: organisations, the community fund, and limits of single accounts. */

import type { Command } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { COMMAND_LINE, type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { type CommonOptions, operationCommand } from '../../../console/desk/commands/operation.ts';
import { LOWER_HOURS, lowerHoursOrNone, nullOf, type OrNone } from '../../../console/desk/commands/values.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { secondsOrNull } from '../../../core/ledger/api/present/hours.ts';
import { createAccount, listAccounts } from '../contract/accounts.ts';
import { changeLowerBalance } from '../domain/accounts.ts';

export const ACCOUNT_COMMANDS = [
  operationCommand('account create-organisation', createAccount, {
    help: 'create an account for an organisation; exchanges refer to it by name',
    own: { lower_balance_hours: LOWER_HOURS },
    lines: ({ id }) => [`Account ${id} created.`],
  }),
  operationCommand('account list', listAccounts, {
    help: 'list the community fund (chest) and the organisations with their balances',
    columns: ({ name, kind, balance_hours }) => ({ account: name ?? kind, kind, balance: `${balance_hours} h` }),
  }),
  registerLimit,
];

/** Of any account, also a member's. */
function registerLimit(account: Command, context: CommandContext): void {
  account
    .command('limit')
    .description('set how far below zero exchanges may take one account; none applies the limit of the community')
    .argument('<account>', 'usr_ id, external id, name of an organisation, or chest (the community fund)')
    .argument('<hours>', '0 or below, or none', lowerHoursOrNone)
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON')
    .action(async (name: string, limit: OrNone<number>, options: CommonOptions) => {
      const hours = nullOf(limit);
      await withDatabase(context, 'account limit', async (tools) => {
        const act = { communityId: (await communityOf(tools.database, options.community)).id, actor: COMMAND_LINE };
        await changeLowerBalance(tools, act, name, secondsOrNull(hours));
      });
      const value = { account: name, lower_balance_hours: hours };
      report(context, options.json, value, [`The lower limit of ${name} is ${hours ?? 'unset'}.`]);
    });
}
