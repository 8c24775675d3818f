/** GET /communities/{slug}/report */

import type { CommunityHandler } from '../../../console/desk/call.ts';
import { ROLE_PERMISSIONS } from '../../../console/desk/contract/routes.ts';
import { askedDays } from '../../../console/desk/days.ts';
import type { CommunityReport, getCommunityReport } from '../contract/reports.ts';
import { type ReportFigures, readDaysReport } from '../domain/report.ts';

export const getCommunityReportHandler: CommunityHandler<typeof getCommunityReport> = async (call, deps) => {
  const days = askedDays(call.query, deps.clock.now());
  const { category } = call.query;
  const { communityId, role } = call.membership;
  const withFile = ROLE_PERMISSIONS[role].includes('members.write');
  const report = await readDaysReport(deps.database, communityId, { ...days, category, withFile });
  return {
    data: {
      ...days,
      category: category ?? null,
      figures: presentFigures(report.figures),
      before: presentFigures(report.before),
      categories: [...report.categories],
      groups: report.groups.map(({ givenSeconds, receivedSeconds, ...group }) => ({
        ...group,
        given_seconds: givenSeconds,
        received_seconds: receivedSeconds,
      })),
      members_by: report.membersBy.map(({ isQuarter, ...row }) => ({ ...row, is_quarter: isQuarter })),
      months: [...report.months],
    },
  };
};

const presentFigures = (row: ReportFigures): CommunityReport['figures'] => ({
  ...{ exchanges: row.exchanges, seconds: row.seconds, people: row.people, gave: row.gave, received: row.received },
  ...{ requests: row.requests, request_days: row.requestDays },
  ...{ newcomers: row.newcomers, newcomer_days: row.newcomerDays },
  ...{ gifts: row.gifts, gift_seconds: row.giftSeconds, credit_seconds: row.creditSeconds },
  ...{ fund_seconds: row.fundSeconds, members: row.members, joined: row.joined, left: row.left },
});
