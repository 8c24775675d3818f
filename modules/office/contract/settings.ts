/** Settings of a community. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { COMMUNITY_FIELDS, fieldSchema, numberSchema, stepSchema } from '../../../contract/src/fields.ts';
import { component, dataOf, hoursOut, nullable, wordValue } from '../../../contract/src/values.ts';
import { HOURS_FORMS, VISIBILITIES } from '../../../contract/src/words.ts';

const TIME_ZONE = 'The time zone in which its days begin, as the IANA names it.';

export const CommunitySettings = component('CommunitySettings', 'The settings of a community.', {
  name: Type.String(),
  exchange_step_minutes: stepSchema(),
  lower_balance_hours: nullable(hoursOut('How far below zero exchanges may take an account; null: no limit.', -25)),
  upper_balance_hours: nullable(hoursOut("Maximum balance of a member's account; null: no limit.", 100)),
  default_visibility: wordValue(VISIBILITIES, 'What partners see of members who have made no choice.'),
  members_on_default: Type.Integer({ minimum: 0, description: 'Active members who have made no choice.' }),
  hours_as: wordValue(HOURS_FORMS, 'How the console writes hours: `decimal` is 1.33, `clock` is 1:20.'),
  time_zone: Type.String({ description: TIME_ZONE, examples: ['Europe/Berlin'] }),
  languages: Type.Array(Type.String(), { description: 'Languages of the community, the main one first.' }),
});
export type CommunitySettings = Static<typeof CommunitySettings>;

export const getCommunitySettings = consoleOperation('getCommunitySettings', {
  route: 'GET /communities/{slug}/settings',
  access: 'settings.read',
  answer: dataOf(CommunitySettings),
});

export const updateCommunitySettings = consoleOperation('updateCommunitySettings', {
  route: 'PATCH /communities/{slug}/settings',
  access: 'settings.write',
  recentPassword: 'widening',
  body: component('CommunitySettingsUpdate', 'Only the fields you send are changed; null removes a limit.', {
    name: Type.Optional(fieldSchema(COMMUNITY_FIELDS.name, 'As people see it.')),
    exchange_step_minutes: Type.Optional(stepSchema()),
    lower_balance_hours: Type.Optional(
      nullable(numberSchema(COMMUNITY_FIELDS.lower_balance_hours, '0 or below; null: no limit.')),
    ),
    upper_balance_hours: Type.Optional(
      nullable(numberSchema(COMMUNITY_FIELDS.upper_balance_hours, 'Above 0; null: no limit.')),
    ),
    default_visibility: Type.Optional(
      fieldSchema(COMMUNITY_FIELDS.default_visibility, 'What partners see of members who have made no choice.'),
    ),
    hours_as: Type.Optional(
      fieldSchema(COMMUNITY_FIELDS.hours_as, 'How the console writes hours: `decimal` is 1.33, `clock` is 1:20.'),
    ),
    time_zone: Type.Optional(fieldSchema(COMMUNITY_FIELDS.time_zone, TIME_ZONE)),
    languages: Type.Optional(
      Type.Array(fieldSchema(COMMUNITY_FIELDS.languages, 'A language tag.'), {
        minItems: 1,
        maxItems: 20,
        description: 'The main one first.',
      }),
    ),
  }),
  answer: dataOf(CommunitySettings),
  example: { exchange_step_minutes: 30 },
});
