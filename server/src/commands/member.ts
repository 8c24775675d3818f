/** `timebank member …`: members are found, added, changed and erased, as in the console. */
import { encodeId } from '@timebank/contract';
import {
  createMember,
  endMemberSessions,
  eraseMember,
  getMember,
  listMembers,
  type Member,
  type MemberSummary,
  setMemberStatus,
  updateMember,
  writeMemberLetters,
} from '@timebank/contract/console';
import type { Command } from 'commander';
import { eraseMemberHandler } from '../api/console/members/data.ts';
import { findCalled } from '../api/console/members/find.ts';
import {
  createMemberHandler,
  getMemberHandler,
  listMembersHandler,
  setMemberStatusHandler,
  updateMemberHandler,
} from '../api/console/members/members.ts';
import { writeMemberLettersHandler } from '../api/console/members/pages.ts';
import { endMemberSessionsHandler } from '../api/console/members/sessions.ts';
import { refusal } from '../platform/base/refusal.ts';
import type { Database } from '../platform/database/query.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import type { CommandContext } from './context.ts';
import { labelled } from './one.ts';
import { asTable, type CommonOptions, callOperation, inCommunity, type Naming, operationCommand } from './operation.ts';

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

/** A member, by id, number, e-mail address or name. */
export const onMember: Naming<{ readonly memberId: string }> = {
  shape: (command) => command.argument(`<${MEMBER_ARGUMENT[0]}>`, MEMBER_ARGUMENT[1]).option(...COMMUNITY_OPTION),
  async find({ database }, options, argument) {
    const community = await communityOf(database, options.community);
    return { community, params: { memberId: await findMember(database, community.id, argument) } };
  },
};

export function registerMemberCommands(program: Command, context: CommandContext): void {
  program.command('member').description('find, add, change and erase members');
  for (const register of [...MEMBER_COMMANDS, eraseCommand(context)]) register(program, context);
}

const MEMBER_COMMANDS = [
  operationCommand({
    words: 'member list',
    description: 'list members, or find them by words of name, e-mail address or number',
    operation: listMembers,
    handler: listMembersHandler,
    on: inCommunity,
    lines: asTable(['member', 'number', 'name', 'status', 'balance', 'e-mail'], (row: MemberSummary) => [
      ...[row.id, row.external_id ?? '', row.name, row.status],
      ...[`${row.balance_hours} h`, row.email ?? ''],
    ]),
  }),
  operationCommand({
    words: 'member show',
    description: 'show one member: balance, payment reference, and what each partner sees',
    operation: getMember,
    handler: getMemberHandler,
    on: onMember,
    lines: describe,
  }),
  operationCommand({
    words: 'member add',
    description: 'add a member, with an account and a payment reference',
    operation: createMember,
    handler: createMemberHandler,
    on: inCommunity,
    lines: describe,
  }),
  operationCommand({
    words: 'member update',
    description: "change a member; fields you omit stay the same, '' clears one",
    operation: updateMember,
    handler: updateMemberHandler,
    on: onMember,
    lines: describe,
  }),
  operationCommand({
    words: 'member letter',
    description: "make a letter with a code that opens the member's pages once; the letters before end",
    operation: writeMemberLetters,
    handler: writeMemberLettersHandler,
    on: inCommunity,
    shape: (command) => command.requiredOption('--member <member>', MEMBER_ARGUMENT[1]),
    own: {
      members: async (options: CommonOptions & { readonly member?: string }, { community }, { database }) => [
        options.member?.startsWith('dpt_')
          ? options.member
          : await findMember(database, community.id, options.member ?? ''),
      ],
    },
    lines: ({ letters }) =>
      letters.flatMap(({ name, code, url, expires_at }) => [
        `${name}: ${code}`,
        `It opens the pages once, until ${expires_at.slice(0, 10)}: ${url}`,
      ]),
  }),
  operationCommand({
    words: 'member sign-out',
    description: "sign a member out of the members' pages everywhere, with those who act for the member",
    operation: endMemberSessions,
    handler: endMemberSessionsHandler,
    on: onMember,
    lines: ({ ended }) => [ended === 1 ? 'Signed out in 1 browser.' : `Signed out in ${ended} browsers.`],
  }),
  ...STATUS_COMMANDS.map(([name, status, description]) =>
    operationCommand({
      words: `member ${name}`,
      description,
      operation: setMemberStatus,
      handler: setMemberStatusHandler,
      on: onMember,
      own: { status: () => status },
      lines: (changed) => [`${changed.name} (${changed.id}) is ${changed.status}.`],
    }),
  ),
];

/** Its question is asked of the member's name. */
const eraseCommand = (context: CommandContext) =>
  operationCommand({
    words: 'member erase',
    description: "erase a member's personal data for good; the account stays, under a pseudonym",
    operation: eraseMember,
    handler: eraseMemberHandler,
    on: onMember,
    shape: (command) => command.option('--yes', 'do not ask'),
    own: {
      async name(options: CommonOptions & { readonly yes?: boolean }, place, tools) {
        const { name, id } = (await callOperation(getMember, getMemberHandler, tools, place, {})).data;
        const question = `The personal data of ${name} (${id}) will be erased for good. Type the name to confirm: `;
        const typed = options.yes ? name : await context.ask(question);
        if (typed !== undefined) return typed;
        throw refusal('invalid_request', 'Nobody can be asked here; to erase without asking, add --yes.');
      },
    },
    lines: (erased) => [`The data is erased; the account remains as ${erased.name}.`],
  });

/** The id of a member by its id or its number. @throws refusal user_not_found */
export async function findMember(database: Database, communityId: number, text: string): Promise<string> {
  if (text.startsWith('usr_')) return text;
  const called = await findCalled(database.heavy, communityId, text, 1);
  const found = called.find(({ externalId }) => externalId === text.trim());
  if (!found) throw refusal('user_not_found', 'This community has no member with this id or number.');
  return encodeId('usr', found.id);
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
