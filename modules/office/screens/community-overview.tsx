/** Alerts that need a person first, then how the community does over time. */
import { Anchor } from '@mantine/core';
import { OFFICE_TASK_SCREENS } from '@timebank/contract/words';
import { Link } from 'wouter';
import type { Permission } from '../../../console/desk/contract/routes.ts';
import { useCommunity, useRead, useSession } from '../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../console/src/i18n/time.ts';
import { Notice } from '../../../console/src/parts/page/notice.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { LoadFailed, Loading } from '../../../console/src/parts/page/states.tsx';
import { KindTag } from '../../../console/src/parts/values/kind-tag.tsx';
import type { Tone } from '../../../console/src/parts/values/tag.tsx';
import type { Overview as OverviewData } from '../contract/overview.ts';
import { Backup } from './community-overview/backup.tsx';
import { FirstSteps } from './community-overview/first-steps.tsx';
import { Month } from './community-overview/month.tsx';
import { OverviewCharts } from './community-overview/overview-charts.tsx';
import { Protect } from './community-overview/protect.tsx';
import { ToCall } from './community-overview/to-call.tsx';

type Item = OverviewData['attention'][number];

const TONES: Readonly<Record<Item['kind'], Tone>> = {
  api_off: 'bad',
  webhook_disabled: 'bad',
  webhook_failing: 'wait',
  secret_expiring: 'wait',
  cap_reached: 'wait',
  payments_unmatched: 'wait',
  statement_unmatched: 'wait',
  bank_lines_open: 'wait',
  listings_held: 'info',
  listings_ending: 'info',
  members_pending: 'info',
  members_leaving: 'wait',
  hours_to_settle: 'wait',
  answers_to_hand_on: 'wait',
  letters_to_print: 'info',
  mails_refused: 'wait',
  partner_never_called: 'info',
};

/** The permission for the screen that an alert leads to; without it a person cannot act on it, and does not see it. */
const NEEDED: Readonly<Partial<Record<Item['kind'], Permission>>> = {
  webhook_disabled: 'webhooks.read',
  webhook_failing: 'webhooks.read',
  cap_reached: 'calls.read',
  payments_unmatched: 'calls.read',
  bank_lines_open: 'statements.read',
  hours_to_settle: 'exchanges.read',
  answers_to_hand_on: 'members.write',
  letters_to_print: 'members.write',
  mails_refused: 'members.write',
};

function mayOpen(kind: Item['kind'], can: (permission: Permission) => boolean): boolean {
  const needed = NEEDED[kind];
  return needed === undefined || can(needed);
}

export default function Overview() {
  const text = useText();
  const { slug, name, kind, can } = useCommunity();
  const { administrator, session } = useSession();
  const found = useRead('getOverview', { params: { slug } }, { refetchInterval: MINUTE_MS });
  const overview = found.data?.data;
  return (
    <Page title={text.overview.title} lead={name} tags={<KindTag kind={kind} />}>
      {found.error && !overview && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {overview && (
        <div className="stack">
          {stepsAreOpen(overview.counts) && can('members.write') && <FirstSteps counts={overview.counts} />}
          <Attention items={overview.attention.filter(({ kind: item }) => mayOpen(item, can))} />
          {can('members.write') && <ToCall />}
          {session.failed_codes > 0 && <Notice tone="bad">{text.overview.failedCodes(session.failed_codes)}</Notice>}
          {administrator.asked_for_second_factor && <Protect />}
          {overview.backup && <Backup backup={overview.backup} />}
          {can('members.read') && (
            <>
              <Month counts={overview.counts} isQuiet={overview.attention.length === 0} />
              {overview.counts.exchanges_for_a_month && <OverviewCharts begins={overview.counts.begins} />}
            </>
          )}
        </div>
      )}
    </Page>
  );
}

/** Once all but the settings is done, or a person has said so, the steps are gone. */
const stepsAreOpen = ({ steps_ended, active_members, listings, exchanges }: OverviewData['counts']) =>
  !steps_ended && !(active_members > 0 && listings && exchanges);

function Attention({ items }: { items: readonly Item[] }) {
  const text = useText();
  if (items.length === 0) return null;
  return (
    <Card title={text.overview.attention}>
      <ul className="attention">
        {items.map((item) => (
          <li key={`${item.kind}-${item.partner_id}-${item.subscription_id}`}>
            <Alert item={item} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Leads to the screen where the alert is dealt with. */
function Alert({ item }: { item: Item }) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const message = text.overview.items[item.kind](item.count, item.partner_name ?? '', item.endpoint ?? '', item.more);
  return (
    <Notice
      tone={TONES[item.kind]}
      title={
        <Anchor component={Link} href={`/c/${slug}/${hrefOf(item)}`} className="row-link">
          {message}
        </Anchor>
      }
    >
      {item.kind === 'secret_expiring' && item.day && `${text.overview.endsOn(format.day(item.day))} `}
      {item.kind === 'bank_lines_open' && item.day && `${text.overview.cameBefore(format.day(item.day))} `}
      {text.overview.todo[item.kind]}
    </Notice>
  );
}

/** The screen where the alert is dealt with. */
function hrefOf({ kind, partner_id, subscription_id, day }: Item): string {
  const partner = `partners/${partner_id}`;
  const hrefs: Readonly<Record<Item['kind'], string>> = {
    api_off: 'safety',
    webhook_disabled: `${partner}/webhooks/${subscription_id}`,
    webhook_failing: `${partner}/webhooks/${subscription_id}`,
    secret_expiring: `${partner}/secrets`,
    cap_reached: `${partner}/calls?error=limit_exceeded&period=week`,
    payments_unmatched: `${partner}/calls?cause=payment_reference&period=week`,
    statement_unmatched: `${partner}/statements/match/open`,
    bank_lines_open: `inbox?before=${day}`,
    ...OFFICE_TASK_SCREENS,
    partner_never_called: `${partner}/secrets`,
  };
  return hrefs[kind];
}
