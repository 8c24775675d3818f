/** The members' pages on the command line. */

import { type Command, Option } from 'commander';
import { fieldsOf, withFields } from '../../../console/desk/commands/operation-options.ts';
import { wholeNumber } from '../../../console/desk/commands/values.ts';
import { updateMemberPages } from '../contract/member-pages.ts';

type Switch = 'on' | 'off';

export interface MemberPageOptions {
  readonly membersSide?: Switch;
  readonly namesWhole?: Switch;
  readonly lookFirst?: Switch;
  readonly mayJoin?: Switch;
  readonly remindDays?: number;
  readonly silentDays?: number;
}

/** Options that hold more than a text. */
const OWN = {
  names_whole: ({ namesWhole }: MemberPageOptions) => namesWhole && namesWhole === 'on',
  look_first: ({ lookFirst }: MemberPageOptions) => lookFirst && lookFirst === 'on',
  may_join: ({ mayJoin }: MemberPageOptions) => mayJoin && mayJoin === 'on',
  remind_days: ({ remindDays }: MemberPageOptions) => remindDays,
  silent_days: ({ silentDays }: MemberPageOptions) => silentDays,
};

const onOff = (flag: string, description: string) =>
  new Option(`${flag} <on or off>`, description).choices(['on', 'off']);

export const withMemberPages = (command: Command): Command =>
  withFields(command, updateMemberPages, OWN)
    .addOption(onOff('--members-side', 'whether members have pages of their own'))
    .addOption(onOff('--names-whole', "whether members read each other's whole names, not one letter"))
    .addOption(onOff('--look-first', 'whether what members publish or change waits for the office'))
    .addOption(onOff('--may-join', 'whether visitors may ask to take part'))
    .option('--remind-days <days>', 'days until a member is reminded of hours to confirm', wholeNumber)
    .option('--silent-days <days>', 'days until unconfirmed hours go to the office', wholeNumber);

/** The body of the operation; what was left out is undefined. */
export function memberPagesOf(options: MemberPageOptions) {
  const own = Object.entries(OWN).map(([field, read]) => [field, read(options)]);
  return { ...fieldsOf(updateMemberPages, options), ...Object.fromEntries(own) };
}
