/** `timebank member …`: members are found, added, changed and erased, as in the console. */
import { VISIBILITIES, type Visibility } from '@timebank/contract';
import { listMembers, type Member, type MemberSummary } from '@timebank/contract/console';
import { type Command, Option } from 'commander';
import { findCalled } from '../api/console/members/find.ts';
import { readMemberPage } from '../api/console/members/members.ts';
import { memberIdOf, readMember } from '../api/console/members/present.ts';
import { addMember } from '../domain/members/add.ts';
import { erasePersonalData } from '../domain/members/erase.ts';
import { changeMemberStatus, type MemberAct } from '../domain/members/status.ts';
import { changeMember, type MemberChanges } from '../domain/members/update.ts';
import { refusal } from '../platform/base/refusal.ts';
import type { Database } from '../platform/database/query.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, type CommandTools, report, withDatabase } from './context.ts';
import { listCall, listDeps, reportPage, withFilters } from './lists.ts';
import { commandOnOne, givenOf, labelled } from './one.ts';

interface Options {
  readonly community?: string;
  readonly json?: boolean;
}

interface FieldOptions extends Options, MemberChanges {
  readonly visibility?: Visibility;
}

/** Its name in the usage, and what may stand there. */
export const MEMBER_ARGUMENT = [
  'member',
  "usr_ id, or the community's own number for the member (external id)",
] as const;

const STATUS_COMMANDS = [
  ['activate', 'active', 'activate a member who is pending, suspended or has left'],
  ['suspend', 'suspended', 'suspend a member; partners no longer see the member'],
  ['leave', 'left', 'end a membership; the account and its hours stay'],
] as const;

export function registerMemberCommands(program: Command, context: CommandContext): void {
  const member = program.command('member').description('find, add, change and erase members');

  const list = member
    .command('list')
    .description('list members, or find them by words of name, e-mail address or number')
    .option(...COMMUNITY_OPTION);
  withFilters(list, listMembers).action(async (options: Options) => {
    const call = listCall(listMembers, options, { slug: options.community ?? '' });
    const page = await withDatabase(context, 'member list', async ({ database }) => {
      const { id } = await communityOf(database, options.community);
      return await readMemberPage(call, listDeps(database), id);
    });
    reportPage(
      context,
      options.json,
      page,
      ['member', 'number', 'name', 'status', 'balance', 'e-mail'],
      (row: MemberSummary) => [
        ...[row.id, row.external_id ?? '', row.name, row.status],
        ...[`${row.balance_hours} h`, row.email ?? ''],
      ],
    );
  });

  onMember(member, 'show', 'show one member: balance, payment reference, and what each partner sees').action(
    async (text: string, options: Options) => {
      const shown = await act(context, 'member show', text, options, async () => {});
      report(context, options.json, shown, describe(shown));
    },
  );

  withFields(member.command('add'))
    .description('add a member, with an account and a payment reference')
    .option(...COMMUNITY_OPTION)
    .requiredOption('--name <name>', 'name of the member')
    .addOption(new Option('--status <status>', 'pending: does not take part yet').choices(['active', 'pending']))
    .option('--json', 'print JSON')
    .action(async (options: FieldOptions & { name: string; status?: 'active' | 'pending' }) => {
      const added = await withDatabase(context, 'member add', async (tools) => {
        const { id: communityId } = await communityOf(tools.database, options.community);
        const { name, status } = options;
        const input = { ...changesOf(options), name, ...(status === undefined ? {} : { status }) };
        const id = await addMember(tools, { communityId, actor: COMMAND_LINE }, input);
        return await readMember(tools.database.reads, communityId, id);
      });
      report(context, options.json, added, describe(added));
    });

  withFields(onMember(member, 'update', "change a member; fields you omit stay the same, '' clears one"))
    .option('--name <name>', 'name of the member')
    .action(async (text: string, options: FieldOptions) => {
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0) throw refusal('invalid_request', 'Say what to change, such as --name.');
      const changed = await act(context, 'member update', text, options, (tools, on) =>
        changeMember(tools, on, changes),
      );
      report(context, options.json, changed, describe(changed));
    });

  for (const [name, status, description] of STATUS_COMMANDS) {
    onMember(member, name, description).action(async (text: string, options: Options) => {
      const changed = await act(context, `member ${name}`, text, options, (tools, on) =>
        changeMemberStatus(tools, on, status),
      );
      report(context, options.json, changed, [`${changed.name} (${changed.id}) is ${changed.status}.`]);
    });
  }

  onMember(member, 'erase', "erase a member's personal data for good; the account stays, under a pseudonym")
    .option('--yes', 'do not ask')
    .action(async (text: string, options: Options & { yes?: boolean }) => {
      const erased = await act(context, 'member erase', text, options, async (tools, on, { name, id }) => {
        const question = `The personal data of ${name} (${id}) will be erased for good. Type the name to confirm: `;
        const typed = options.yes ? name : await context.ask(question);
        if (typed === undefined) {
          throw refusal('invalid_request', 'Nobody can be asked here; to erase without asking, add --yes.');
        }
        await erasePersonalData(tools, on, typed);
      });
      report(context, options.json, erased, [`The data is erased; the account remains as ${erased.name}.`]);
    });
}

function onMember(group: Command, name: string, description: string): Command {
  return commandOnOne(group, MEMBER_ARGUMENT, name, description);
}

function withFields(command: Command): Command {
  return command
    .option('--external-id <number>', "the community's own number for the member, unique")
    .option('--email <address>', 'e-mail address')
    .option('--language <tag>', 'language tag, such as de')
    .option('--joined-on <day>', 'when the person joined, such as 2026-05-31')
    .addOption(
      new Option('--visibility <visibility>', "what partners see; the community's default if omitted").choices([
        ...VISIBILITIES,
        '',
      ]),
    );
}

function changesOf(options: FieldOptions): MemberChanges {
  const { name, externalId, email, language, joinedOn, visibility } = options;
  return givenOf({ name, externalId, email, language, joinedOn, visibility });
}

/**
 * Runs work on the member that was named.
 * @returns the member as it is afterwards
 */
async function act(
  context: CommandContext,
  command: string,
  text: string,
  options: Options,
  work: (tools: CommandTools, on: MemberAct, before: Member) => Promise<unknown>,
): Promise<Member> {
  return await withDatabase(context, command, async (tools) => {
    const { database } = tools;
    const { id: communityId } = await communityOf(database, options.community);
    const memberId = await findMember(database, communityId, text);
    const before = await readMember(database.reads, communityId, memberId);
    await work(tools, { communityId, memberId, actor: COMMAND_LINE }, before);
    return await readMember(database.reads, communityId, memberId);
  });
}

/** The UUID of a member by its id or its number. @throws refusal user_not_found */
export async function findMember(database: Database, communityId: number, text: string): Promise<string> {
  if (text.startsWith('usr_')) return memberIdOf(text);
  const called = await findCalled(database.heavy, communityId, text, 1);
  const found = called.find(({ externalId }) => externalId === text.trim());
  if (!found) throw refusal('user_not_found', 'This community has no member with this id or number.');
  return found.id;
}

function describe(member: Member): string[] {
  const { email, language, joined_on, visibility, default_visibility, erased_at } = member;
  return labelled([
    ['member', member.id],
    ['name', member.name],
    ['number', member.external_id ?? 'none'],
    ['status', member.status],
    ['balance', `${member.balance_hours} h`],
    ['reference', member.payment_reference],
    ['e-mail', email ?? 'none'],
    ['language', language ?? 'none'],
    ['joined on', joined_on ?? 'unknown'],
    ['visibility', visibility ?? `${default_visibility} (the community's default)`],
    ['listings', `${member.open_listings} active or held`],
    ...(erased_at === null ? [] : [['erased at', erased_at]]),
    ...member.partners.map(({ name, effective, choice }) => [
      'seen by',
      `${name}: ${effective}${choice === null ? '' : ' (chosen for this partner)'}`,
    ]),
  ]);
}
