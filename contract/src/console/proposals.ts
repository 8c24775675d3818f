/** Hours that two members record: what waits for the office, and how it is settled. */
import { type Static, Type } from 'typebox';
import { EXCHANGE_FIELDS, fieldSchema } from '../fields.ts';
import { oneOf, PAGING } from '../query.ts';
import { dataOf, dayValue, hoursOut, idText, listOf, nullable, timeValue, wordValue } from '../values.ts';
import { PROPOSAL_HOWS, PROPOSAL_OFFICE_REASONS, PROPOSAL_STATES } from '../words.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const PROPOSAL_EXAMPLE = 'prp_01h5qa6y6ne4sbcdn9y2sz6k2d';

const side = (description: string) =>
  Type.Object(
    {
      id: nullable(Type.String(), { description: '`usr_…`; null for an organisation.' }),
      name: Type.String(),
    },
    { ...closed, description },
  );

const ProposalStep = Type.Object(
  {
    at: timeValue('When it was done.'),
    actor: Type.String({ description: '`member:usr_…`, `deputy:dpt_…`, `administrator:3`, `worker`, `system`.' }),
    deputy: nullable(Type.String(), { description: 'The name of the deputy who acted for one of the two; else null.' }),
    act: Type.String({ description: '`propose`, `correct`, `contest`, `silence` and so on.' }),
    hours: nullable(hoursOut('Of the version that the step made.')),
    service_date: nullable(dayValue('Of the version that the step made.')),
    words: nullable(Type.String(), { description: 'What was said with it.' }),
  },
  { ...closed, description: 'What happened to it.' },
);

export const HourProposal = Type.Object(
  {
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
  },
  { $id: 'HourProposal', ...closed, description: 'Help that one member recorded and another has to confirm.' },
);
export type HourProposal = Static<typeof HourProposal>;

export const listHourProposals = consoleOperation({
  id: 'listHourProposals',
  tag: 'Exchanges',
  summary: 'List what members have recorded and others have to confirm, newest first.',
  access: 'exchanges.read',
  query: {
    state: oneOf(PROPOSAL_STATES, 'Only those in this state.'),
    per_page: PAGING.per_page,
    cursor: PAGING.cursor,
  },
  body: undefined,
  success: {
    status: 200,
    description: 'Proposals, each with its steps.',
    schema: listOf(HourProposal),
  },
  errors: ['invalid_cursor'],
});

export const getHourProposal = consoleOperation({
  id: 'getHourProposal',
  tag: 'Exchanges',
  summary: 'Read one of them, with its steps.',
  access: 'exchanges.read',
  query: {},
  body: undefined,
  success: { status: 200, description: 'The proposal.', schema: dataOf(HourProposal) },
  errors: ['not_found'],
});

export const settleHourProposal = consoleOperation({
  id: 'settleHourProposal',
  tag: 'Exchanges',
  summary: 'Book it, or end it, after both were heard. Once.',
  access: 'exchanges.write',
  query: {},
  body: Type.Object(
    {
      do: wordValue(['confirm', 'end'], 'Whether it is booked, or ends without a booking.'),
      how: wordValue(PROPOSAL_HOWS, 'How the office heard it.'),
      reason: Type.Optional(fieldSchema(EXCHANGE_FIELDS.reason, 'Why it ends; the two read it.')),
      seen: Type.Integer({ minimum: 1, maximum: 2, description: 'The revision that was looked at.' }),
      time: Type.Optional(fieldSchema(EXCHANGE_FIELDS.time, 'The right time, such as 1:30. Absent: unchanged.')),
      day: Type.Optional(fieldSchema(EXCHANGE_FIELDS.service_date, 'The right day. Absent: unchanged.')),
    },
    { $id: 'HourProposalSettlement', ...closed },
  ),
  success: { status: 200, description: 'As it is now.', schema: dataOf(HourProposal) },
  errors: ['not_found', 'state_conflict', 'limit_exceeded', 'validation_failed'],
  example: { do: 'confirm', how: 'telephone', seen: 1 },
});
