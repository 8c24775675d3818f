/** Hours that two members record: what waits for the office, and how it is settled. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { HourProposal } from '../../../console/desk/contract/proposals.ts';
import { EXCHANGE_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { oneOf, PAGED } from '../../../contract/src/query.ts';
import { closedObject, component, dataOf, listOf, wordValue } from '../../../contract/src/values.ts';
import { PROPOSAL_HOWS, PROPOSAL_STATES } from '../../../contract/src/words.ts';

const telephones = (description: string) => Type.Array(Type.String(), { description, maxItems: 2 });

/** As the office settles it. The copy that a member takes along has no telephone of the other. */
export const ProposalToSettle = component(
  'ProposalToSettle',
  'Help that one member recorded and another has to confirm.',
  {
    ...HourProposal.properties,
    telephones: closedObject(
      { provider: telephones('Of who helped.'), receiver: telephones('Of who was helped.') },
      { description: 'Where the office can ask; empty once it is settled.' },
    ),
  },
);
export type ProposalToSettle = Static<typeof ProposalToSettle>;

export const listHourProposals = consoleOperation('listHourProposals', {
  route: 'GET /communities/{slug}/proposals',
  access: 'exchanges.read',
  query: {
    state: oneOf(PROPOSAL_STATES, 'Only those in this state.'),
    ...PAGED,
  },
  answer: listOf(ProposalToSettle),
});

export const getHourProposal = consoleOperation('getHourProposal', {
  route: 'GET /communities/{slug}/proposals/{proposalId}',
  access: 'exchanges.read',
  answer: dataOf(ProposalToSettle),
});

export const settleHourProposal = consoleOperation('settleHourProposal', {
  route: 'POST /communities/{slug}/proposals/{proposalId}/settlement',
  access: 'exchanges.write',
  body: closedObject(
    {
      do: wordValue(['confirm', 'end'], 'Whether it is booked, or ends without a booking.'),
      how: wordValue(PROPOSAL_HOWS, 'How the office heard it.'),
      reason: Type.Optional(fieldSchema(EXCHANGE_FIELDS.reason, 'Why it ends; the two read it.')),
      seen: Type.Integer({ minimum: 1, maximum: 2, description: 'The revision that was looked at.' }),
      time: Type.Optional(fieldSchema(EXCHANGE_FIELDS.time, 'The right time, such as 1:30. Absent: unchanged.')),
      day: Type.Optional(fieldSchema(EXCHANGE_FIELDS.service_date, 'The right day. Absent: unchanged.')),
    },
    { $id: 'HourProposalSettlement' },
  ),
  answer: dataOf(ProposalToSettle),
  errors: ['state_conflict', 'limit_exceeded'],
  example: { do: 'confirm', how: 'telephone', seen: 1 },
});
