/** `timebank proposal …`: hours that members record and others confirm, as in the console. */

import { asTable, inCommunity, inCommunityBy, operationCommand } from '../../../console/desk/commands/operation.ts';
import type { HourProposal } from '../../../console/desk/contract/proposals.ts';
import { getHourProposal, listHourProposals, settleHourProposal } from '../contract/proposals.ts';

export const PROPOSAL_COMMANDS = [
  operationCommand({
    words: 'proposal list',
    description: 'list what members have recorded, newest first; with --state office what waits to be settled',
    operation: listHourProposals,
    on: inCommunity,
    lines: asTable(['day', 'time', 'receiver -> provider', 'state', 'id'], (row: HourProposal) => [
      ...[row.service_date, `${row.hours} h`, `${row.receiver.name} -> ${row.provider.name}`],
      ...[row.office_reason === null ? row.state : `${row.state} (${row.office_reason})`, row.id],
    ]),
  }),
  operationCommand({
    words: 'proposal show',
    description: 'show one, with what happened to it',
    operation: getHourProposal,
    on: inCommunityBy('proposalId', 'proposal id'),
    lines: describe,
  }),
  operationCommand({
    words: 'proposal settle',
    description: 'book it, or end it, after both were heard; once',
    operation: settleHourProposal,
    on: inCommunityBy('proposalId', 'proposal id'),
    lines: describe,
  }),
];

function describe({ receiver, provider, hours, service_date, state, revision, note, steps }: HourProposal): string[] {
  return [
    `${receiver.name} -> ${provider.name}: ${hours} h on ${service_date}${note === null ? '' : ` (${note})`}`,
    `State: ${state}, revision ${revision}`,
    ...steps.map(({ at, actor, act, words }) => `  ${at}  ${actor}: ${act}${words === null ? '' : `: ${words}`}`),
  ];
}
