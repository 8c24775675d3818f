/** `timebank admin …` */
import { randomBytes } from 'node:crypto';
import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@timebank/contract';
import { type Command, Option } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { COMMAND_LINE, type CommandContext, originOf, report } from '../../../console/desk/commands/context.ts';
import { type CommonOptions, operationCommand } from '../../../console/desk/commands/operation.ts';
import { type CommandTools, withDatabase } from '../../../console/desk/commands/with-database.ts';
import { foldAddress } from '../../../core/base/email-address.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { change } from '../../../core/change/change.ts';
import type { Transaction } from '../../../core/database/query.ts';
import { listAdministrators, listInvitations } from '../contract/communities.ts';
import { accountsOfAddress, isLive } from '../domain/administrators/accounts.ts';
import { addAdministrator } from '../domain/administrators/create.ts';
import { inviteIn } from '../domain/administrators/invitations.ts';
import { type AdministratorRow, updateOperator } from '../domain/administrators/queries.ts';
import { removeRoleIn } from '../domain/administrators/remove.ts';
import { addSetupLinkIn, setupUrl } from '../domain/administrators/setup-links.ts';
import { type ListedAdministrator, selectAdministrator, updateRole } from '../domain/communities/console-queries.ts';

interface Person extends CommonOptions {
  readonly email: string;
}

function addCreationCommands(admin: Command, context: CommandContext): void {
  person(admin.command('create'))
    .description('create an administrator; prints a generated password once')
    .option('--name <name>', 'name of the person; without it, the part of the address before its @')
    .addOption(roleOption().default('owner'))
    .action(async (options: Person & { name?: string; role: AdministratorRole }) => {
      // Generated, since a password on the command line would stay in the shell's history.
      const password = generatePassword();
      await withDatabase(context, 'admin create', async (tools) => {
        const { id } = await communityOf(tools.database, options.community);
        const { email, role, name = email.trim().split('@')[0] ?? '' } = options;
        await addAdministrator(tools, { communityId: id, actor: COMMAND_LINE }, { email, name, password, role });
      });
      report(context, options.json, { email: options.email, password, role: options.role }, [
        `email     ${options.email}`,
        `password  ${password}`,
        'The password is shown only once.',
      ]);
    });

  person(admin.command('setup-link'))
    .description(
      'print a one-time link: an invitation, or a password reset for an existing administrator of the community',
    )
    .addOption(roleOption().default('owner', 'owner, for an invitation'))
    .action(async (options: Person & { role: AdministratorRole }) => {
      const link = await withDatabase(context, 'admin setup-link', (tools) => makeSetupLink(tools, options));
      report(context, options.json, link, [
        link.setup_url,
        `Works once, until ${link.expires_at}. It is for ${options.email}: hand it over through a secure channel.`,
      ]);
    });
}

export const ADMIN_COMMANDS = [
  addCreationCommands,
  addRoleCommand,
  operationCommand('admin list', listAdministrators, {
    help: 'list the administrators of a community',
    columns: ({ email, name, role }) => ({ email, name, role }),
  }),
  operationCommand('admin invitations', listInvitations, {
    help: 'list the invitations to a community that have not been accepted',
    columns: ({ email, role, status, expires_at }) => ({ email, role, status, until: expires_at }),
  }),
  addOperatorCommand,
];

/** The operator may take the role of the last owner, too. */
function addRoleCommand(admin: Command, context: CommandContext): void {
  person(admin.command('role'))
    .description('change the role of a person in a community, or remove it')
    .addOption(roleOption())
    .option('--none', 'remove the role')
    .action(async (options: Person & { role?: AdministratorRole; none?: boolean }) => {
      const role = options.none ? undefined : options.role;
      if (!options.none && !role) throw refusal('invalid_request', 'Give either --role <role> or --none.');
      await withDatabase(context, 'admin role', (tools) => setRole(tools, options, role));
      report(context, options.json, { email: options.email, role: role ?? null }, [
        role ? `${options.email} is now ${role}.` : `${options.email} no longer has a role there.`,
      ]);
    });
}

function addOperatorCommand(admin: Command, context: CommandContext): void {
  admin
    .command('operator')
    .description('allow a person to switch the partner API of the whole installation off and on in the console')
    .requiredOption('--email <address>', 'the person')
    .option('--off', 'withdraw the permission')
    .option('--json', 'print JSON')
    .action(async (options: { email: string; off?: boolean; json?: boolean }) => {
      const isOperator = !options.off;
      await withDatabase(context, 'admin operator', (tools) =>
        change(tools, { communityId: null, actor: COMMAND_LINE }, async ({ transaction, audit }) => {
          const id = await findAccount(transaction, options.email);
          await updateOperator(transaction, { administratorId: id, isOperator });
          const details = { after: { is_operator: isOperator } };
          audit('administrator.operator_changed', `administrator:${id}`, details);
        }),
      );
      report(context, options.json, { email: options.email, is_operator: isOperator }, [
        `${options.email} is ${isOperator ? 'now an operator' : 'no longer an operator'}.`,
      ]);
    });
}

function person(command: Command): Command {
  return command
    .option(...COMMUNITY_OPTION)
    .requiredOption('--email <address>', 'e-mail address of the person, used to sign in')
    .option('--json', 'print JSON');
}

function roleOption(): Option {
  return new Option('--role <role>', 'what the person may do').choices(ADMINISTRATOR_ROLES);
}

async function makeSetupLink(tools: CommandTools, options: Person & { role: AdministratorRole }) {
  const { id: communityId, slug } = await communityOf(tools.database, options.community);
  const made = await change(tools, { communityId, actor: COMMAND_LINE }, async (within) => {
    const { transaction } = within;
    const members = await membersOf(transaction, communityId, options.email);
    if (members.length === 0) return await inviteIn(within, communityId, options);
    return await addSetupLinkIn(within, communityId, only(members, options.email).id, true);
  });
  return {
    email: options.email,
    setup_url: setupUrl(originOf(tools.config), slug, made.token),
    expires_at: made.expiresAt.toISOString(),
  };
}

async function setRole(tools: CommandTools, options: Person, role: AdministratorRole | undefined): Promise<void> {
  const { id: communityId, slug } = await communityOf(tools.database, options.community);
  await change(tools, { communityId, actor: COMMAND_LINE }, async (within) => {
    const { transaction } = within;
    const members = await membersOf(transaction, communityId, options.email);
    if (members.length === 0) throw refusal('not_found', `${options.email} has no role in ${slug}.`);
    const before = only(members, options.email);
    const { id } = before;
    if (!role) return await removeRoleIn(within, communityId, id, before.role);
    await updateRole(transaction, { communityId, administratorId: id, role });
    const details = { before: { role: before.role }, after: { role } };
    within.audit('administrator.role_changed', `administrator:${id}`, details);
  });
}

async function findAccount(transaction: Transaction, email: string): Promise<number> {
  const accounts = (await accountsOfAddress(transaction, foldAddress(email))).filter(isLive);
  if (accounts.length === 0) throw refusal('not_found', `There is no administrator with the address ${email}.`);
  return only(accounts, email).id;
}

/** The administrators of a community who sign in by an address. */
async function membersOf(transaction: Transaction, communityId: number, email: string): Promise<ListedAdministrator[]> {
  const accounts = await accountsOfAddress(transaction, foldAddress(email));
  const found: ListedAdministrator[] = [];
  for (const { id } of accounts)
    found.push(...(await selectAdministrator(transaction, { communityId, administratorId: id })));
  return found;
}

/** An address is a label, and several accounts may have one: nobody guesses which is meant. */
function only<T extends Pick<AdministratorRow, 'id' | 'name'>>(accounts: readonly T[], email: string): T {
  const [account, ...others] = accounts;
  if (account && others.length === 0) return account;
  const names = accounts.map(({ id, name }) => `${name} (administrator ${id})`).join(', ');
  throw refusal(
    'invalid_request',
    `Several accounts have the address ${email}: ${names}. Change one of them in the console first.`,
  );
}

/** 24 characters of base64url: 144 bits. */
function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
