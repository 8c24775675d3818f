/** The members' pages on the command line. */

import type { Command } from 'commander';
import {
  givenFieldsOf,
  onOrOff,
  ownFieldsOf,
  ownOption,
  withFields,
  withOwn,
} from '../../../console/desk/commands/operation-options.ts';
import { wholeNumber } from '../../../console/desk/commands/values.ts';
import { switchMemberPages, updateMemberPages } from '../contract/member-pages.ts';

const SWITCH = { enabled: onOrOff('--members-side <on or off>', 'whether members have pages of their own') };
const OWN = {
  names_whole: onOrOff('--names-whole <on or off>', "whether members read each other's whole names, not one letter"),
  look_first: onOrOff('--look-first <on or off>', 'whether what members publish or change waits for the office'),
  may_join: onOrOff('--may-join <on or off>', 'whether visitors may ask to take part'),
  remind_days: ownOption('--remind-days <days>', 'days until a member is reminded of hours to confirm', wholeNumber),
  silent_days: ownOption('--silent-days <days>', 'days until unconfirmed hours go to the office', wholeNumber),
};

export const withMemberPages = (command: Command): Command =>
  withOwn(withOwn(withFields(command, updateMemberPages, OWN), SWITCH), OWN);

/** The operations, each with its body: empty where nothing is said of it. */
export const memberPageChanges = (options: object) =>
  [
    [updateMemberPages, givenFieldsOf(updateMemberPages, OWN, options)],
    [switchMemberPages, ownFieldsOf(SWITCH, options)],
  ] as const;
