/** `timebank member letter`, `sign-out` and `retry-email`: the way in to the members' pages, as in the console. */
import { operationCommand } from '../../../console/desk/commands/operation.ts';
import { type MemberOption, OF_MEMBER, onMember } from '../../members/commands/member.ts';
import { endMemberSessions, retryMemberEmail, writeMemberLetters } from '../contract/member-pages.ts';

export const MEMBER_ACCESS_COMMANDS = [
  operationCommand('member letter', writeMemberLetters, {
    help: "make a letter with a code that opens the member's pages once; the letters before end",
    withKeys: true,
    own: {
      members: {
        options: OF_MEMBER.options,
        read: async (options: MemberOption, place, tools) => [
          options.member?.startsWith('dpt_') ? options.member : await OF_MEMBER.read(options, place, tools),
        ],
      },
    },
    lines: ({ letters }) =>
      letters.flatMap(({ name, code, url, expires_at }) => [
        `${name}: ${code}`,
        `It opens the pages once, until ${expires_at.slice(0, 10)}: ${url}`,
        ...(url.startsWith('http://localhost:') ? [`Set PUBLIC_URL: this address opens on this machine alone.`] : []),
      ]),
  }),
  operationCommand('member sign-out', endMemberSessions, {
    help: "sign a member out of the members' pages everywhere, with those who act for the member",
    on: onMember,
    lines: ({ ended, deputies_ended, deputies_left }) => [
      ended === 1 ? 'Signed out in 1 browser.' : `Signed out in ${ended} browsers.`,
      ...deputies_ended.map(({ name, id }) => `${name} (${id}) acts for this member no longer.`),
      ...deputies_left.map(({ name, id }) => `${name} (${id}) still acts for this member.`),
    ],
  }),
  operationCommand('member retry-email', retryMemberEmail, {
    help: "send mails to a member's address again that a mail server called unknown",
    on: onMember,
    lines: ({ was_bad }) => [was_bad ? 'Mails go there again.' : 'Mails go there already.'],
  }),
];
