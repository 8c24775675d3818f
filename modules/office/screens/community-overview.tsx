/** Alerts that need a person first, then how the community does over time. */

import { Anchor, Button, Group } from '@mantine/core';
import { OFFICE_TASK_SCREENS } from '@timebank/contract/words';
import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'wouter';
import { type Permission, SECOND_FACTOR_PUT_OFF_DAYS } from '../../../console/desk/contract/routes.ts';
import { call } from '../../../console/src/api/call.ts';
import { keepSession, refresh, useAction, useCommunity, useRead, useSession } from '../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { DAY_MS, MINUTE_MS } from '../../../console/src/i18n/time.ts';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { To } from '../../../console/src/parts/values/to.tsx';
import { KindTag, listedName, NumberedName, type Tone } from '../../../console/src/parts/values/values.tsx';
import type { Overview as OverviewData } from '../contract/overview.ts';
import { Month, OverviewCharts } from './community-overview/overview-charts.tsx';

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
  const { name, kind, can } = useCommunity();
  const { administrator, session } = useSession();
  const found = useRead('getOverview', {}, { refetchInterval: MINUTE_MS });
  const overview = found.data?.data;
  return (
    <Page title={text.overview.title} lead={name} tags={<KindTag kind={kind} />}>
      <Arriving of={found} />
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
  const { text, format } = useLanguage();
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

// The last backup, for those who run the community or the server, and an alarm where none was made for two days.

/** One may fail; the next is a day later. */
const LATE_MS = 2 * DAY_MS;

function Backup({ backup: { is_scheduled, last_at } }: { backup: NonNullable<OverviewData['backup']> }) {
  const words = useText().backup;
  const format = useFormat();
  const { administrator } = useSession();
  // They may be made by other means.
  if (!is_scheduled) return administrator.is_operator ? null : <p className="quiet">{words.elsewhere}</p>;
  if (last_at && Date.now() - Date.parse(last_at) < LATE_MS) {
    return (
      <p className="quiet">
        {words.last}{' '}
        <time dateTime={last_at} title={format.exact(last_at)}>
          {format.lately(last_at)}
        </time>
      </p>
    );
  }
  return (
    <Notice tone="bad" title={last_at ? words.late(format.relative(last_at)) : words.none}>
      {administrator.is_operator ? words.todo : words.tell}
    </Notice>
  );
}

// Asks a person whose account is worth stealing for a second factor. Later means in a month.

function Protect() {
  const text = useText();
  const putOff = useAction(async () => {
    keepSession(await call('putOffSecondFactor'));
    // The button is gone: the focus goes where the screen begins.
    document.querySelector<HTMLElement>('h1')?.focus();
    succeeded(text.protect.putOff(SECOND_FACTOR_PUT_OFF_DAYS));
  });
  return (
    <Notice tone="info" title={text.protect.title}>
      {text.protect.text}
      <Group gap="sm" mt="sm">
        <Button component={Link} href="/account" variant="default">
          {text.protect.go}
        </Button>
        <Button variant="subtle" loading={putOff.busy} onClick={() => void putOff.run()}>
          {text.protect.later(SECOND_FACTOR_PUT_OFF_DAYS)}
        </Button>
      </Group>
      <ActionFailed error={putOff.error} />
    </Notice>
  );
}

// Leads to the members who need a call, and names those first who are silent for longest; nothing where there are none.

/** As many as an office calls in a week or two. */
const SHOWN = 15;

function ToCall() {
  const { needCall } = useText();
  const { slug } = useCommunity();
  const { data } = useRead('listMembersToCall', { query: { per_page: SHOWN, sort: 'silent' } });
  const count = data?.meta.count;
  if (!count || count.rows === 0) return null;
  return (
    <Notice
      tone="info"
      title={
        <Anchor component={Link} href={`/c/${slug}/to-call`} className="row-link">
          {needCall.title(count.rows, count.more)}
        </Anchor>
      }
    >
      {needCall.todo}
      <ul className="to-call">
        {data.data.map(({ id, name, family_name, external_id }) => (
          <li key={id}>
            <NumberedName href={`/c/${slug}/members/${id}`} name={listedName(name, family_name)} number={external_id} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

// The steps of a new community, until they are done or ended.

/** An empty community is led to life. */
function FirstSteps({ counts }: { counts: OverviewData['counts'] }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const steps = [
    { key: 'settings', done: counts.settings_changed, href: 'settings' },
    { key: 'members', done: counts.active_members > 0, href: 'members' },
    { key: 'listings', done: counts.listings, href: 'listings' },
    { key: 'exchanges', done: counts.exchanges, href: 'exchanges' },
  ] as const;
  return (
    <Card title={text.overview.steps} lead={text.overview.stepsLead} action={<EndSteps />}>
      <ol className="steps">
        {steps.map(({ key, done, href }) => (
          <li key={key} data-done={done || undefined}>
            {done ? <CircleCheck size={20} /> : <CircleDashed size={20} />}
            <span className="hidden">{done ? text.overview.done : text.overview.open}: </span>
            <To href={`/c/${slug}/${href}`}>
              {text.overview.step[key]} {!done && <ArrowRight size={14} />}
            </To>
          </li>
        ))}
      </ol>
      {counts.active_members === 0 && can('imports.write') && (
        <p className="steps-move">
          <To href={`/c/${slug}/import/move`}>
            {text.overview.moveIn} <ArrowRight size={14} />
          </To>
        </p>
      )}
    </Card>
  );
}

/** For everybody here: not every time bank takes all of them. */
function EndSteps() {
  const text = useText();
  const { slug } = useCommunity();
  const end = useAction(async () => {
    await call('endFirstSteps', { params: { slug } });
    succeeded(text.overview.stepsEnded);
    await refresh('getOverview');
    document.querySelector<HTMLElement>('h1')?.focus();
  });
  return (
    <>
      <Button variant="default" size="xs" loading={end.busy} onClick={() => void end.run()}>
        {text.overview.endSteps}
      </Button>
      <ActionFailed error={end.error} />
    </>
  );
}
