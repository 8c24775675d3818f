/** `timebank member letter`, `sign-out` and `retry-email`: the way in to the members' pages, as in the console. */
import { type CommonOptions, inCommunity, operationCommand } from '../../../console/desk/commands/operation.ts';
import { findMember, MEMBER_ARGUMENT, onMember } from '../../members/commands/member.ts';
import { endMemberSessions, retryMemberEmail, writeMemberLetters } from '../contract/member-pages.ts';

export const MEMBER_ACCESS_COMMANDS = [
  operationCommand({
    words: 'member letter',
    description: "make a letter with a code that opens the member's pages once; the letters before end",
    operation: writeMemberLetters,
    withKeys: true,
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
        ...(url.startsWith('http://localhost:') ? [`Set PUBLIC_URL: this address opens on this machine alone.`] : []),
      ]),
  }),
  operationCommand({
    words: 'member sign-out',
    description: "sign a member out of the members' pages everywhere, with those who act for the member",
    operation: endMemberSessions,
    on: onMember,
    lines: ({ ended, deputies_ended, deputies_left }) => [
      ended === 1 ? 'Signed out in 1 browser.' : `Signed out in ${ended} browsers.`,
      ...deputies_ended.map(({ name, id }) => `${name} (${id}) acts for this member no longer.`),
      ...deputies_left.map(({ name, id }) => `${name} (${id}) still acts for this member.`),
    ],
  }),
  operationCommand({
    words: 'member retry-email',
    description: "send mails to a member's address again that a mail server called unknown",
    operation: retryMemberEmail,
    on: onMember,
    lines: ({ was_bad }) => [was_bad ? 'Mails go there again.' : 'Mails go there already.'],
  }),
];
