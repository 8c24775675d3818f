/** A report on some days: help by category and by group, what else happened, and the same a year before. */
import { DAY_MS } from '../../../core/base/time.ts';
import { firstIdAt } from '../../../core/database/keyset.ts';
import type { Database } from '../../../core/database/query.ts';
import {
  type HelpOfGroupRow,
  type HelpRow,
  type MembersByFieldRow,
  type OtherFiguresRow,
  selectHelp,
  selectHelpByCategory,
  selectHelpByGroup,
  selectHelpByMonth,
  selectMembersByField,
  selectOtherFigures,
  selectWaits,
  type WaitRow,
} from './report-queries.ts';

const CATEGORIES_MAX = 500;
const GROUPS_MAX = 1500;
const MONTHS_MAX = 600;
/** Of all own fields and their choices. */
const VALUES_MAX = 2100;

export interface ReportDays {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
  /** Only help of this category, by its name. */
  readonly category?: string | undefined;
}

interface ReportAsked extends ReportDays {
  /** Whether who asks reads the office's file of members. */
  readonly withFile: boolean;
}

/** Sums in seconds, waits in whole days. */
export interface ReportFigures extends HelpRow, WaitRow, OtherFiguresRow {}

export interface DaysReport {
  readonly figures: ReportFigures;
  readonly before: ReportFigures;
  readonly categories: readonly (HelpRow & { readonly category: string | null })[];
  readonly groups: readonly HelpOfGroupRow[];
  readonly membersBy: readonly MembersByFieldRow[];
  readonly months: readonly { readonly month: string; readonly exchanges: number; readonly seconds: number }[];
}

/** All of one moment: the sums of its parts are equal. */
export async function readDaysReport(
  database: Database,
  communityId: number,
  { withFile, ...days }: ReportAsked,
): Promise<DaysReport> {
  return await database.snapshot(async (on) => {
    const asked = { communityId, ...days };
    const figures = async (of: ReportDays): Promise<ReportFigures> => {
      const wanted = { communityId, ...of };
      const { from, to } = of;
      const ids = { firstId: firstIdAt(Date.parse(from)), endId: firstIdAt(Date.parse(to) + DAY_MS) };
      const [help] = await selectHelp(on, wanted);
      const [waits] = await selectWaits(on, wanted);
      const [other] = await selectOtherFigures(on, { communityId, from, to, ...ids });
      if (!help || !waits || !other) throw new Error('sums without a row');
      return { ...help, ...waits, ...other };
    };
    return {
      figures: await figures(days),
      before: await figures({ ...days, from: yearEarlier(days.from), to: yearEarlier(days.to) }),
      categories: await selectHelpByCategory(on, { ...asked, limit: CATEGORIES_MAX }),
      groups: await selectHelpByGroup(on, { ...asked, limit: GROUPS_MAX }),
      membersBy: await selectMembersByField(on, { communityId, withFile, to: days.to, limit: VALUES_MAX }),
      months: await selectHelpByMonth(on, { ...asked, limit: MONTHS_MAX }),
    };
  });
}

/** The same day a year earlier; the last day of a month is one then, too. */
function yearEarlier(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = (of: number) => new Date(Date.UTC(of, month, 0)).getUTCDate();
  const isLast = date === last(year);
  const there = isLast ? last(year - 1) : Math.min(date, last(year - 1));
  return `${String(year - 1).padStart(4, '0')}-${day.slice(5, 7)}-${String(there).padStart(2, '0')}`;
}
