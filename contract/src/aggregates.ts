/** `/aggregates`: totals of the community in bands, without personal data. */
import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { dataOf, nullable, ref, timeValue } from './values.ts';

export const Band = Type.Object(
  {
    min: Type.Integer({ description: 'Lower edge, inclusive.', minimum: 0, examples: [40] }),
    max: Type.Integer({ description: 'Upper edge, inclusive.', minimum: 9, examples: [49] }),
  },
  {
    $id: 'Band',
    additionalProperties: false,
    description:
      'The band that contains the figure: 0-9, then bands of ten up to 99, of a hundred up to 999, and of a thousand above. The band changes only when the figure has passed its edge by 3, so that one person joining or leaving never shows.',
  },
);
export type Band = Static<typeof Band>;

const hoursBand = (description: string) =>
  nullable(ref(Band), {
    description: `${description} In whole hours. Null when fewer than 10 members contributed, or when one of them contributed more than half.`,
  });
const countBand = (description: string) => Type.Unsafe<Band>({ ...ref(Band), description });

export const CommunityAggregates = Type.Object(
  {
    as_of: timeValue('When the snapshot was taken: once per UTC day, the same for every partner.'),
    next_update_at: timeValue('When the next snapshot is due; the response may be cached until then.'),
    active_users: countBand('Active members.'),
    active_services: countBand('Active listings of type service.'),
    active_requests: countBand('Active listings of type request.'),
    exchanges_last_30_days: countBand('Exchanges between members in the last 30 days.'),
    hours_exchanged_last_30_days: hoursBand('Hours exchanged between members in the last 30 days.'),
    hours_credited_last_30_days: hoursBand('Hours credited for bank transfers in the last 30 days.'),
  },
  { $id: 'CommunityAggregates', additionalProperties: false, description: 'Community totals as bands.' },
);
export type CommunityAggregates = Static<typeof CommunityAggregates>;
export const CommunityAggregatesResponse = dataOf(CommunityAggregates);
export type CommunityAggregatesResponse = Static<typeof CommunityAggregatesResponse>;

/** `GET /aggregates/community` */
export const getCommunityAggregates = operation({
  id: 'getCommunityAggregates',
  tag: 'Aggregates',
  summary: 'Read community totals in bands',
  description:
    'Community totals as bands, from a snapshot taken once per UTC day. They contain no personal data and no ids, and there are no filters.',
  method: 'GET',
  path: '/aggregates/community',
  authentication: { kind: 'bearer', scopes: ['aggregates.read'] },
  query: {},
  unknownQuery: 'ignore',
  body: undefined,
  responses: {
    200: {
      description: 'The totals.',
      schema: CommunityAggregatesResponse,
      example: {
        data: {
          as_of: '2026-11-20T00:00:03.120Z',
          next_update_at: '2026-11-21T00:00:00.000Z',
          active_users: { min: 100, max: 199 },
          active_services: { min: 80, max: 89 },
          active_requests: { min: 20, max: 29 },
          exchanges_last_30_days: { min: 40, max: 49 },
          hours_exchanged_last_30_days: { min: 100, max: 199 },
          hours_credited_last_30_days: null,
        },
      },
    },
  },
  errors: [],
  cacheControl: 'until-next-update',
});
