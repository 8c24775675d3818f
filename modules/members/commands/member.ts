/** `timebank member …`: members are found, added, changed and erased, as in the console. */
import { encodeId } from '@timebank/contract';
import type { Command } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import type { CommandContext } from '../../../console/desk/commands/context.ts';
import { labelled } from '../../../console/desk/commands/one.ts';
import {
  asTable,
  type CommonOptions,
  callOperation,
  inCommunity,
  type NamingWay,
  operationCommand,
} from '../../../console/desk/commands/operation.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Database } from '../../../core/database/query.ts';
import { findCalled } from '../api/members/find.ts';
import {
  createMember,
  eraseMember,
  getMember,
  listMembers,
  type Member,
  type MemberSummary,
  setMemberStatus,
  updateMember,
} from '../contract/members.ts';

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
export const onMember: NamingWay<{ readonly memberId: string }> = {
  shape: (command) => command.argument(`<${MEMBER_ARGUMENT[0]}>`, MEMBER_ARGUMENT[1]).option(...COMMUNITY_OPTION),
  async find({ database }, options, argument) {
    const community = await communityOf(database, options.community);
    return { community, params: { memberId: await findMember(database, community.id, argument) } };
  },
};

/** Leaving ends no debt, and gives nothing away. */
function whatStays({ status, balance_hours: hours }: Member): string[] {
  if (status !== 'left' || hours === 0) return [];
  const owed = `The account stays at ${hours} h, which ${hours < 0 ? 'are owed to the others' : 'nobody has spent'}.`;
  return [owed, 'To settle it, record a gift to or from the community fund: "timebank exchange record --kind gift".'];
}

export const MEMBER_COMMANDS = [
  operationCommand({
    words: 'member list',
    description: 'list members, or find them by words of name, e-mail address or number',
    operation: listMembers,
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
    on: onMember,
    lines: describe,
  }),
  operationCommand({
    words: 'member add',
    description: 'add a member, with an account and a payment reference',
    operation: createMember,
    on: inCommunity,
    lines: describe,
  }),
  operationCommand({
    words: 'member update',
    description: "change a member; fields you omit stay the same, '' clears one",
    operation: updateMember,
    on: onMember,
    lines: describe,
  }),
];

/** In the help text behind what other modules add. */
export const FURTHER_MEMBER_COMMANDS = [
  ...STATUS_COMMANDS.map(([name, status, description]) =>
    operationCommand({
      words: `member ${name}`,
      description,
      operation: setMemberStatus,
      on: onMember,
      own: { status: () => status },
      lines: (changed) => [`${changed.name} (${changed.id}) is ${changed.status}.`, ...whatStays(changed)],
    }),
  ),
  (group: Command, context: CommandContext) => eraseCommand(context)(group, context),
];

/** Its question is asked of the member's name. */
const eraseCommand = (context: CommandContext) =>
  operationCommand({
    words: 'member erase',
    description: "erase a member's personal data for good; the account stays, under a pseudonym",
    operation: eraseMember,
    on: onMember,
    shape: (command) => command.option('--yes', 'do not ask'),
    own: {
      async name(options: CommonOptions & { readonly yes?: boolean }, place, tools) {
        const { name, id } = (await callOperation(getMember, tools, place, {})).data;
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
