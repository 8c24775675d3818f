/** `timebank proposal …`: hours that members record and others confirm, as in the console. */

import { inCommunityBy, operationCommand } from '../../../console/desk/commands/operation.ts';
import {
  getHourProposal,
  listHourProposals,
  type ProposalToSettle,
  settleHourProposal,
} from '../contract/proposals.ts';

const on = inCommunityBy('proposalId', 'proposal id');

export const PROPOSAL_COMMANDS = [
  operationCommand('proposal list', listHourProposals, {
    help: 'list what members have recorded, newest first; with --state office what waits to be settled',
    columns: ({ service_date, hours, receiver, provider, state, office_reason, id }) => ({
      ...{ day: service_date, time: `${hours} h`, 'receiver -> provider': `${receiver.name} -> ${provider.name}` },
      ...{ state: office_reason === null ? state : `${state} (${office_reason})`, id },
    }),
  }),
  operationCommand('proposal show', getHourProposal, {
    help: 'show one, with what happened to it',
    on,
    lines: describe,
  }),
  operationCommand('proposal settle', settleHourProposal, {
    help: 'book it, or end it, after both were heard; once',
    on,
    lines: describe,
  }),
];

function describe(proposal: ProposalToSettle): string[] {
  const { receiver, provider, hours, service_date, state, revision, note, steps, telephones } = proposal;
  const reached = (['provider', 'receiver'] as const).filter((side) => telephones[side].length > 0);
  return [
    `${receiver.name} -> ${provider.name}: ${hours} h on ${service_date}${note === null ? '' : ` (${note})`}`,
    `State: ${state}, revision ${revision}`,
    ...reached.map((side) => `Telephone of ${proposal[side].name}: ${telephones[side].join(', ')}`),
    ...steps.map(({ at, actor, act, words }) => `  ${at}  ${actor}: ${act}${words === null ? '' : `: ${words}`}`),
  ];
}
