/** `timebank deputy …`: who acts for a member on the members' pages, as in the console. */

import { type CommonOptions, type NamingWay, operationCommand } from '../../../console/desk/commands/operation.ts';
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

const columns = ({ member, name, created_at, ended_at, how, agreed_on, id }: MemberDeputy) => ({
  ...{ name: member === null ? `${name}, no member` : name, since: created_at.slice(0, 10) },
  ...{ until: ended_at?.slice(0, 10) ?? '', agreed: `${how}, ${agreed_on}`, id },
});

export const DEPUTY_COMMANDS = [
  operationCommand('deputy list', listMemberDeputies, {
    help: 'list who acts for a member, and who did',
    on: onMember,
    columns,
  }),
  operationCommand('deputy add', appointMemberDeputy, {
    help: 'let a person act for a member, as both have agreed: another member, or a person who is none',
    on: onMember,
    columns,
  }),
  operationCommand('deputy end', endMemberDeputy, {
    help: 'end it; the person is signed out where it acts for the member',
    on: onDeputy,
    columns,
  }),
];
