/** `timebank deputy …`: who acts for a member on the members' pages, as in the console. */

import {
  asTable,
  type CommonOptions,
  type NamingWay,
  operationCommand,
} from '../../../console/desk/commands/operation.ts';
import type { MemberDeputy } from '../../../console/desk/contract/deputies.ts';
import { onMember } from '../../members/commands/member.ts';
import { appointMemberDeputy, endMemberDeputy, listMemberDeputies } from '../contract/deputies.ts';

interface EndOptions extends CommonOptions {
  readonly deputy?: string;
}

const onDeputy: NamingWay<{ readonly memberId: string; readonly deputyId: string }, EndOptions> = {
  shape: (command) => onMember.shape(command).requiredOption('--deputy <id>', 'dpt_ id, as the list has it'),
  async find(tools, options, argument) {
    const { community, params } = await onMember.find(tools, options, argument);
    return { community, params: { ...params, deputyId: options.deputy ?? '' } };
  },
};

const lines = asTable(['name', 'since', 'until', 'agreed', 'id'], (row: MemberDeputy) => [
  ...[row.member === null ? `${row.name}, no member` : row.name, row.created_at.slice(0, 10)],
  ...[row.ended_at?.slice(0, 10) ?? '', `${row.how}, ${row.agreed_on}`, row.id],
]);

export const DEPUTY_COMMANDS = [
  operationCommand({
    words: 'deputy list',
    description: 'list who acts for a member, and who did',
    operation: listMemberDeputies,
    on: onMember,
    lines,
  }),
  operationCommand({
    words: 'deputy add',
    description: 'let a person act for a member, as both have agreed: another member, or a person who is none',
    operation: appointMemberDeputy,
    on: onMember,
    lines,
  }),
  operationCommand({
    words: 'deputy end',
    description: 'end it; the person is signed out where it acts for the member',
    operation: endMemberDeputy,
    on: onDeputy,
    lines,
  }),
];
