/** Settings of a community. */
import { type Static, Type } from 'typebox';
import { dataOf, hoursOut, nullable, textValue, wordValue } from '../values.ts';
import { VISIBILITIES } from './members.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

/** The steps of minutes communities record time in. */
export const STEPS_MINUTES: readonly number[] = [1, 3, 5, 6, 10, 15, 20, 30, 60];

export const CommunitySettings = Type.Object(
  {
    name: Type.String(),
    exchange_step_minutes: Type.Integer({ description: `One of ${STEPS_MINUTES.join(', ')}.` }),
    lower_balance_hours: nullable(hoursOut('How far below zero exchanges may take an account; null: no limit.', -25)),
    upper_balance_hours: nullable(hoursOut("Maximum balance of a member's account; null: no limit.", 100)),
    default_visibility: wordValue(VISIBILITIES, 'What partners see of members who have made no choice.'),
    members_on_default: Type.Integer({ minimum: 0, description: 'Active members who have made no choice.' }),
    languages: Type.Array(Type.String(), { description: 'Languages of the community, the main one first.' }),
  },
  { $id: 'CommunitySettings', ...closed, description: 'The settings of a community.' },
);
export type CommunitySettings = Static<typeof CommunitySettings>;

const limit = (description: string) => nullable(Type.Number({ description }));
export const getCommunitySettings = consoleOperation({
  id: 'getCommunitySettings',
  tag: 'Community',
  summary: 'Read the settings of a community.',
  access: 'settings.read',
  query: {},
  body: undefined,
  success: { status: 200, description: 'The settings.', schema: dataOf(CommunitySettings) },
  errors: [],
});

export const updateCommunitySettings = consoleOperation({
  id: 'updateCommunitySettings',
  tag: 'Community',
  summary: 'Change settings. They apply to what is recorded from now on.',
  access: 'settings.write',
  query: {},
  body: Type.Object(
    {
      name: Type.Optional(textValue(0, 1000, 'Up to 200 characters.')),
      exchange_step_minutes: Type.Optional(Type.Integer({ description: `One of ${STEPS_MINUTES.join(', ')}.` })),
      lower_balance_hours: Type.Optional(limit('0 or below; null: no limit.')),
      upper_balance_hours: Type.Optional(limit('Above 0; null: no limit.')),
      default_visibility: Type.Optional(
        wordValue(VISIBILITIES, 'What partners see of members who have made no choice.'),
      ),
      languages: Type.Optional(
        Type.Array(textValue(1, 35, 'A language tag.'), {
          minItems: 1,
          maxItems: 20,
          description: 'The main one first.',
        }),
      ),
    },
    {
      $id: 'CommunitySettingsUpdate',
      ...closed,
      description: 'Only the fields you send are changed; null removes a limit.',
    },
  ),
  success: {
    status: 200,
    description: 'As they are now.',
    schema: dataOf(CommunitySettings),
  },
  errors: ['validation_failed'],
  example: { exchange_step_minutes: 30 },
});
