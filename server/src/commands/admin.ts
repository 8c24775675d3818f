/** `timebank admin …` */
import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { createAdministrator, ROLES, type Role } from '../administrators/create.ts';
import { findCommunity } from '../communities/create.ts';
import { COMMAND_LINE, type CommandContext, report, withDatabase } from './context.ts';

export function registerAdminCommands(program: Command, context: CommandContext): void {
  program
    .command('admin')
    .description('administrators of the communities')
    .command('create')
    .description('create an administrator; prints a generated password once')
    .requiredOption('--community <slug>', 'the community')
    .requiredOption('--email <address>', 'signs in with it')
    .requiredOption('--name <name>', 'name of the person')
    .addOption(new Option('--role <role>', 'what the person may do').choices(ROLES).default('owner'))
    .option('--json', 'print JSON')
    .action(async (options: { community: string; email: string; name: string; role: Role; json?: boolean }) => {
      // Generated, since a password on the command line would stay in the shell's history.
      const password = generatePassword();
      await withDatabase(context, 'admin create', async ({ database, clock }) => {
        const { id } = await findCommunity(database, options.community);
        const { email, name, role } = options;
        await createAdministrator(database, clock, {
          communityId: id,
          email,
          name,
          password,
          role,
          actor: COMMAND_LINE,
        });
      });
      report(context, options.json, { email: options.email, password, role: options.role }, [
        `email     ${options.email}`,
        `password  ${password}`,
        'The password is shown this once.',
      ]);
    });
}

/** 24 characters of base64url: 144 bits. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
