/** Hours that two members record, as the office and the members' own copies have them. */
import { type Static, Type } from 'typebox';
import {
  closedObject,
  component,
  dayValue,
  hoursOut,
  idText,
  memberNumber,
  nullable,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { PROPOSAL_OFFICE_REASONS, PROPOSAL_STATES } from '../../../contract/src/words.ts';

const PROPOSAL_EXAMPLE = 'prp_01h5qa6y6ne4sbcdn9y2sz6k2d';

const side = (description: string) =>
  closedObject(
    {
      id: nullable(Type.String(), { description: '`usr_…`; null for an organisation.' }),
      name: Type.String(),
      number: memberNumber(),
    },
    { description },
  );

const ProposalStep = closedObject(
  {
    at: timeValue('When it was done.'),
    actor: Type.String({ description: '`member:usr_…`, `deputy:dpt_…`, `administrator:3`, `worker`, `system`.' }),
    deputy: nullable(Type.String(), { description: 'The name of the deputy who acted for one of the two; else null.' }),
    act: Type.String({ description: '`propose`, `correct`, `contest`, `silence` and so on.' }),
    hours: nullable(hoursOut('Of the version that the step made.')),
    service_date: nullable(dayValue('Of the version that the step made.')),
    words: nullable(Type.String(), { description: 'What was said with it.' }),
  },
  { description: 'What happened to it.' },
);

export const HourProposal = component('HourProposal', 'Help that one member recorded and another has to confirm.', {
  id: idText('The proposal: `prp_…`.', PROPOSAL_EXAMPLE),
  state: wordValue(PROPOSAL_STATES, 'How far it is. `office`: it waits to be settled.'),
  office_reason: nullable(wordValue(PROPOSAL_OFFICE_REASONS, 'Why the office has it.')),
  provider: side('Who helped.'),
  receiver: side('Who was helped.'),
  hours: hoursOut('The time it took.'),
  service_date: dayValue('The day the help was given.'),
  note: nullable(Type.String()),
  revision: Type.Integer({ description: 'Rises with a correction; a settlement names the one that was seen.' }),
  one_mailbox: Type.Boolean({ description: 'Both have the same e-mail address: who confirmed is not certain.' }),
  created_at: timeValue('When it was recorded.'),
  steps: Type.Array(ProposalStep),
});
export type HourProposal = Static<typeof HourProposal>;
