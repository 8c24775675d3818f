/** All communities of the installation, for its operators: which are at work, and where something is stuck. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useRead, useSession } from '../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../console/src/parts/lists/table.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Notice } from '../../../console/src/parts/page/states.tsx';
import { KindTag, Tag, Time } from '../../../console/src/parts/values/values.tsx';
import type { CommunityOverview } from '../contract/installation.ts';

const TONES = { stuck: 'bad', idle: 'quiet', active: 'good' } as const;

export default function Communities() {
  const text = useText();
  const installation = useRead('getInstallation');
  const list = useRead('listInstallationCommunities');
  const columns = useCommunityColumns();
  const off = installation.data?.data.partner_api;
  return (
    <Page title={text.nav.allCommunities} lead={text.operate.lead}>
      {off?.enabled === false && (
        <Notice tone="wait" title={text.safety.installationOff}>
          {off.reason ?? text.safety.noReason}
        </Notice>
      )}
      <Arriving of={list} />
      {list.data && (
        <div className="card card-table" data-wide>
          <DataTable
            caption={text.nav.allCommunities}
            columns={columns}
            rows={list.data.data}
            rowKey={({ slug }) => slug}
          />
        </div>
      )}
    </Page>
  );
}

/** What should have been done by now, in words. */
function useStuckWords(): (row: CommunityOverview) => readonly string[] {
  const { stuck } = useText().operate;
  const format = useFormat();
  return (row) => {
    const words: Record<CommunityOverview['stuck'][number], () => string> = {
      days: () => stuck.days(format.day(row.day_not_final ?? '')),
      deliveries: () => stuck.deliveries(format.number(row.deliveries.overdue)),
      mails: () => stuck.mails(format.number(row.mails.overdue)),
      subscriptions: () => stuck.subscriptions(format.number(row.subscriptions_disabled)),
      partner_api: () => stuck.partner_api(row.partner_api_disabled_reason ?? ''),
      move: () => stuck.move,
    };
    return row.stuck.map((kind) => words[kind]());
  };
}

function useCommunityColumns(): readonly Column<CommunityOverview>[] {
  const { text, format } = useLanguage();
  const { communities } = useSession();
  const words = text.operate;
  const stuckIn = useStuckWords();
  const isOwn = (slug: string) => communities.some((one) => one.slug === slug);
  const figure = (key: string, title: string, of: (row: CommunityOverview) => number): Column<CommunityOverview> => ({
    ...{ key, title, end: true, tight: true },
    cell: (row) => format.number(of(row)),
  });
  return [
    {
      key: 'name',
      title: words.name,
      main: true,
      cell: ({ slug, name, kind }) => (
        <span className="row">
          {isOwn(slug) ? (
            <Anchor component={Link} href={`/c/${slug}`} className="row-link">
              {name}
            </Anchor>
          ) : (
            name
          )}
          <KindTag kind={kind} />
        </span>
      ),
    },
    {
      key: 'state',
      title: words.state,
      cell: (row) => (
        <>
          <Tag tone={TONES[row.state]}>{words.states[row.state]}</Tag>
          {row.state === 'idle' && <div className="quiet">{words.idleMeans}</div>}
          {stuckIn(row).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </>
      ),
    },
    figure('members', words.members, ({ members }) => members),
    figure('administrators', words.administrators, ({ administrators }) => administrators),
    timeColumn('booked', words.lastBooking, text, ({ last_booked_at }) => last_booked_at),
    timeColumn('signed-in', words.lastSignIn, text, ({ last_sign_in_at }) => last_sign_in_at),
    {
      key: 'waiting',
      title: words.waiting,
      cell: ({ mails, deliveries }) => {
        const lines = [
          mails.waiting > 0 && words.mails(format.number(mails.waiting)),
          mails.refused > 0 && words.refused(format.number(mails.refused)),
          deliveries.waiting > 0 && words.deliveries(format.number(deliveries.waiting)),
        ].filter((line) => line !== false);
        return lines.length > 0 ? lines.join(', ') : <span className="quiet">{words.nothing}</span>;
      },
    },
  ];
}

const timeColumn = (
  key: string,
  title: string,
  text: Texts,
  of: (row: CommunityOverview) => string | null,
): Column<CommunityOverview> => ({
  ...{ key, title, tight: true },
  cell: (row) => {
    const at = of(row);
    return at ? <Time at={at} /> : <span className="quiet">{text.when.never}</span>;
  },
});
