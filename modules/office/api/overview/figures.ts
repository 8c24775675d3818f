/** GET /communities/{slug}/figures */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import type { CreditSumRow } from '../../../../core/statements/queries.ts';
import { monthsAt, readCreditSums } from '../../../../core/statements/sums.ts';
import type { CommunityFigures, getCommunityFigures } from '../../contract/figures.ts';
import {
  selectCommunityFigures,
  selectUnusualCredits,
  type UnusualCreditRow,
} from '../../domain/communities/overview-queries.ts';

const NEW_DAYS = 30;
/** Days whose credits are examined. */
const RECENT_DAYS = 7;
/** Days before those, which show what is usual. */
const USUAL_DAYS = 90;
const UNUSUAL_MAX = 5;

export const getCommunityFiguresHandler: ConsoleHandler<typeof getCommunityFigures> = async ({ membership }, deps) => {
  const now = deps.clock.now();
  const { heavy } = deps.database;
  const { communityId } = membership;
  const months = monthsAt(now);
  const day = (days: number) =>
    ago(now, days * DAY_MS)
      .toISOString()
      .slice(0, 10);
  const [sums, [figures], unusual] = await Promise.all([
    readCreditSums(heavy, communityId, months),
    selectCommunityFigures(heavy, { communityId, since: day(NEW_DAYS - 1), ...months }),
    selectUnusualCredits(heavy, {
      communityId,
      usualFrom: day(RECENT_DAYS + USUAL_DAYS),
      recentFrom: day(RECENT_DAYS),
      today: months.today,
      limit: UNUSUAL_MAX,
    }),
  ]);
  if (!figures) throw new Error('sums without a row');
  const data: CommunityFigures = {
    new_members: figures.newMembers,
    circulating_hours: hoursFromSeconds(figures.circulatingSeconds),
    exchanged: {
      this_month: hoursFromSeconds(figures.exchangedSeconds),
      last_month: hoursFromSeconds(figures.exchangedBeforeSeconds),
    },
    credited: { this_month: netHours(sums.thisMonth), last_month: netHours(sums.lastMonth) },
    until: months.today,
    unusual_credits: unusual.map(presentUnusual),
  };
  return { data };
};

const netHours = ({ creditedSeconds, reversedSeconds }: CreditSumRow) =>
  hoursFromSeconds(creditedSeconds - reversedSeconds);

const presentUnusual = (row: UnusualCreditRow): CommunityFigures['unusual_credits'][number] => ({
  day: row.day,
  partner: { id: row.partnerId, name: row.partnerName },
  member: { id: encodeId('usr', row.memberId), name: row.memberName },
  hours: hoursFromSeconds(row.amountSeconds),
  usual_hours: row.usualSeconds === null ? null : hoursFromSeconds(row.usualSeconds),
  max_credit_hours: hoursFromSeconds(row.maxCreditSeconds),
});
