/** `/aggregates`: totals of the community in bands, without personal data. */
import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { dayParameter } from './query.ts';
import { component, dataOf, nullable, ref, timeValue } from './values.ts';

export const Band = component(
  'Band',
  'A count lies from min - 2 to max + 2, a sum of hours between min - 3 and max + 3. Bands are 0-9, tens up to 99, hundreds up to 999 and thousands above. A band stays until its figure is 3 or more outside it, so that one person joining or leaving never shows; it then becomes the one that contains the figure.',
  {
    min: Type.Integer({ description: 'Lower edge of the band, which belongs to it.', minimum: 0, examples: [40] }),
    max: Type.Integer({ description: 'Upper edge of the band, which belongs to it.', minimum: 9, examples: [49] }),
  },
);
export type Band = Static<typeof Band>;

const hoursBand = (description: string) =>
  nullable(ref(Band), {
    description: `${description} In whole hours. Null until 13 members contribute and none of them more than 45 % of the hours; null again when fewer than 10 do or one of them more than 50 %. In between it stays as it was, and after a null the band is the last one until its edge is passed by 3.`,
  });
const countBand = (description: string) => Type.Unsafe<Band>({ ...ref(Band), description });

export const CommunityAggregates = component('CommunityAggregates', 'Community totals as bands.', {
  as_of: timeValue('When the snapshot was taken: as the UTC day begins, once, the same for every partner.'),
  next_update_at: nullable(
    timeValue(
      "Until when the response may be kept: the next UTC midnight; while a day's snapshot is still being taken, and the one before is shown, the next full minute. Null for a past day, whose snapshot never changes.",
    ),
  ),
  active_users: countBand('Active members.'),
  active_services: countBand('Active listings of type service.'),
  active_requests: countBand('Active listings of type request.'),
  exchanges_last_30_days: countBand(
    'Exchanges between members on the 30 UTC days before the snapshot, by day of service.',
  ),
  hours_exchanged_last_30_days: hoursBand(
    'Hours exchanged between members on those 30 days. Each exchange counts once, and both of its members contribute.',
  ),
  hours_credited_last_30_days: hoursBand(
    'Hours credited for bank transfers on the 30 UTC days before the snapshot, by all partners together, by booking day and without what was reversed. The credited members contribute. A partner knows its own part of this figure: by crediting in small steps, or by the number of members it credits, it can find out the sum of the others and whether there are any.',
  ),
});
export type CommunityAggregates = Static<typeof CommunityAggregates>;
export const CommunityAggregatesResponse = dataOf(CommunityAggregates);
export type CommunityAggregatesResponse = Static<typeof CommunityAggregatesResponse>;

/** The days for which a snapshot is kept. */
export const SNAPSHOT_DAYS = 400;

/** `GET /aggregates/community` */
export const getCommunityAggregates = operation({
  id: 'getCommunityAggregates',
  tag: 'Aggregates',
  summary: 'Read community totals in bands',
  description:
    'Community totals as bands, from a snapshot that the service takes as each UTC day begins, independent of requests. They contain no personal data and no ids. `date` gives the snapshot of an earlier day as it was published; there are no other filters. Active members hidden from the partner are counted too. A new community shows the lowest bands until its first snapshot, seconds after its creation.',
  method: 'GET',
  path: '/aggregates/community',
  authentication: { kind: 'bearer', scopes: ['aggregates.read'] },
  query: {
    date: dayParameter(
      `The snapshot of this UTC day, kept for ${SNAPSHOT_DAYS} days. 404 \`not_found\` if there is none: a day before the community had one, a day to come, or today until it is taken, seconds after midnight.`,
    ),
  },
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
  errors: ['not_found'],
  cacheControl: 'until-next-update',
});
