/** The communities of an installation, as an operator watches them. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { closedObject, component, nullable, ref, timeValue, wordValue } from '../../../contract/src/values.ts';
import { COMMUNITY_KINDS } from '../../../contract/src/words.ts';

/** What may be stuck in a community, the most urgent first. */
export const STUCK_KINDS = ['days', 'deliveries', 'mails', 'subscriptions', 'partner_api', 'move'] as const;
export type StuckKind = (typeof STUCK_KINDS)[number];

/** `idle`: nothing was booked for 60 days, nor was the community made in them. */
export const ACTIVITY_STATES = ['stuck', 'idle', 'active'] as const;
export type ActivityState = (typeof ACTIVITY_STATES)[number];

const onOff = (description: string) => wordValue(['on', 'off'], description);
const count = (description: string) => Type.Integer({ minimum: 0, description });

export const CommunityOverview = component(
  'CommunityOverview',
  'A community at a glance, without anything of a member.',
  {
    id: Type.Integer(),
    slug: Type.String({ description: 'The name in addresses and commands.' }),
    name: Type.String(),
    kind: wordValue(COMMUNITY_KINDS, 'A sandbox has fictional members.'),
    state: wordValue(ACTIVITY_STATES, 'idle: nothing was booked for 60 days.'),
    stuck: Type.Array(wordValue(STUCK_KINDS, 'What should have been done by now.')),
    members: count('Active members.'),
    administrators: count('People with a role.'),
    last_booked_at: nullable(timeValue('When the last transfer was written; null: there is none.')),
    last_sign_in_at: nullable(timeValue('When one of the office signed in last; null: nobody did.')),
    mails: closedObject({
      waiting: count('Mails to be sent.'),
      overdue: count('Of these: tried in vain for an hour, or not at all for a day.'),
      refused: count('Refused within 7 days.'),
    }),
    deliveries: closedObject({
      waiting: count('Events to be delivered.'),
      overdue: count('Of these: due for a minute.'),
    }),
    subscriptions_disabled: count('Webhooks that were switched off after failures.'),
    day_not_final: nullable(
      Type.String({ description: 'The oldest day that should be final and is not, YYYY-MM-DD.' }),
    ),
    partner_api: onOff('Whether partners may call.'),
    partner_api_disabled_reason: nullable(Type.String(), { description: 'Why it is off, else null.' }),
    members_side: onOff("Whether members' pages are open."),
    move_state: nullable(Type.String(), { description: 'How far a move to another cell is, else null.' }),
  },
);
export type CommunityOverview = Static<typeof CommunityOverview>;

export const listInstallationCommunities = consoleOperation('listInstallationCommunities', {
  route: 'GET /installation/communities',
  access: 'session',
  answer: closedObject({
    data: Type.Array(ref(CommunityOverview), { description: 'First where most is stuck, then what is idle.' }),
  }),
  errors: ['not_permitted'],
});
