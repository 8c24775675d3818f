/** `timebank member …`: members are found, added, changed and erased, as in the console. */
import { encodeId } from '@timebank/contract';
import { type Command, Option } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { type CommandContext, labelled } from '../../../console/desk/commands/context.ts';
import {
  type CommonOptions,
  callOperation,
  type NamingWay,
  operationCommand,
} from '../../../console/desk/commands/operation.ts';
import type { OwnField } from '../../../console/desk/commands/operation-options.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { CommunityRow } from '../../../core/communities/queries.ts';
import type { Database } from '../../../core/database/query.ts';
import {
  beginMemberHold,
  createMember,
  endMemberHold,
  eraseMember,
  getMember,
  listMembers,
  type Member,
  setMemberStatus,
  updateMember,
} from '../contract/members.ts';
import { findCalled } from '../domain/members/find.ts';

/** Its name in the usage, and what may stand there. */
export const MEMBER_ARGUMENT = [
  'member',
  "usr_ id, or the community's own number for the member (external id)",
] as const;

/** A member, by id, number, e-mail address or name. */
export const onMember: NamingWay<{ readonly memberId: string }> = {
  shape: (command) => command.argument(`<${MEMBER_ARGUMENT[0]}>`, MEMBER_ARGUMENT[1]).option(...COMMUNITY_OPTION),
  async find({ database }, options, argument) {
    const community = await communityOf(database, options.community);
    return { community, params: { memberId: await findMember(database, community.id, argument) } };
  },
};

export interface MemberOption extends CommonOptions {
  readonly member?: string;
}

/** The field of a member's id, by `--member`. */
export const OF_MEMBER: OwnField<MemberOption, { readonly community: CommunityRow }> = {
  options: () => [new Option('--member <member>', MEMBER_ARGUMENT[1]).makeOptionMandatory()],
  read: ({ member = '' }, { community }, { database }) => findMember(database, community.id, member),
};

/** Leaving ends no debt, and gives nothing away. */
function whatStays({ status, balance_hours: hours }: Member): string[] {
  if (status !== 'left' || hours === 0) return [];
  const owed = `The account stays at ${hours} h, which ${hours < 0 ? 'are owed to the others' : 'nobody has spent'}.`;
  return [owed, 'To settle it, record a gift to or from the community fund: "timebank exchange record --kind gift".'];
}

export const MEMBER_COMMANDS = [
  operationCommand('member list', listMembers, {
    help: 'list members, or find them by words of name, e-mail address or number',
    columns: ({ id, external_id, name, status, balance_hours, email }) => ({
      ...{ member: id, number: external_id, name, status, balance: `${balance_hours} h`, 'e-mail': email },
    }),
  }),
  operationCommand('member show', getMember, {
    help: 'show one member: balance, payment reference, and what each partner sees',
    on: onMember,
    lines: describe,
  }),
  operationCommand('member add', createMember, {
    help: 'add a member, with an account and a payment reference',
    lines: describe,
  }),
  operationCommand('member update', updateMember, {
    help: "change a member; fields you omit stay the same, '' clears one",
    on: onMember,
    lines: describe,
  }),
];

const held = ({ name, id, on_hold_since: since, on_hold_until: until }: Member): string => {
  if (since === null) return `${name} (${id}) is not on hold.`;
  return `${name} (${id}) is on hold ${until === null ? 'with no day yet' : `until ${until}`}; the listings are hidden.`;
};

const statusCommand = (name: string, status: Member['status'], help: string) =>
  operationCommand(`member ${name}`, setMemberStatus, {
    help,
    on: onMember,
    own: { status: () => status },
    lines: (changed) => [`${changed.name} (${changed.id}) is ${changed.status}.`, ...whatStays(changed)],
  });

/** In the help text behind what other modules add. */
export const FURTHER_MEMBER_COMMANDS = [
  statusCommand('activate', 'active', 'activate a member who is pending, suspended or has left'),
  statusCommand('suspend', 'suspended', 'suspend a member; partners no longer see the member'),
  operationCommand('member hold', beginMemberHold, {
    help: 'put a membership on hold until a day; the listings are hidden meanwhile',
    on: onMember,
    lines: (member) => [held(member)],
  }),
  operationCommand('member resume', endMemberHold, {
    help: 'end a hold; the listings are shown again',
    on: onMember,
    lines: (member) => [held(member)],
  }),
  statusCommand('leave', 'left', 'end a membership; the account and its hours stay'),
  (group: Command, context: CommandContext) => eraseCommand(context)(group, context),
];

/** Its question is asked of the member's name. */
const eraseCommand = (context: CommandContext) =>
  operationCommand('member erase', eraseMember, {
    help: "erase a member's personal data for good; the account stays, under a pseudonym",
    on: onMember,
    own: {
      name: {
        options: () => [new Option('--yes', 'do not ask')],
        async read(options: CommonOptions & { readonly yes?: boolean }, place, tools) {
          const { name, id } = (await callOperation(getMember, tools, place, {})).data;
          const question = `The personal data of ${name} (${id}) will be erased for good. Type the name to confirm: `;
          const typed = options.yes ? name : await context.ask(question);
          if (typed !== undefined) return typed;
          throw refusal('invalid_request', 'Nobody can be asked here; to erase without asking, add --yes.');
        },
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
    ...(member.on_hold_since === null ? [] : [['on hold until', member.on_hold_until ?? 'not known yet']]),
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
