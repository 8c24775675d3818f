/** Credits that need a look, or that all is quiet; then the month in figures. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { LoadFailed } from '../../../../console/src/parts/page/states.tsx';
import type { CommunityFigures } from '../../contract/figures.ts';
import type { Overview } from '../../contract/overview.ts';
import '../../../../console/src/styles/activity.css';

export function Month({ counts, isQuiet }: { counts: Overview['counts']; isQuiet: boolean }) {
  const words = useText().activity;
  const format = useFormat();
  const { slug, has_partners } = useCommunity();
  const found = useRead('getCommunityFigures', { params: { slug } }, { refetchInterval: 5 * MINUTE_MS });
  const figures = found.data?.data;
  if (found.error && !figures) return <LoadFailed error={found.error} retry={() => void found.refetch()} />;
  if (!figures) return null;
  const hours = (value: number) => words.hours(value, format.hours(value));
  const { unusual_credits, exchanged, credited, circulating_hours, new_members } = figures;
  const isAlive = counts.active_members > 0;
  return (
    <>
      {unusual_credits.length > 0 ? (
        <Unusual credits={unusual_credits} />
      ) : (
        isQuiet && <Quiet counts={counts} hasCredits={credited.this_month > 0} />
      )}
      {isAlive && (
        <dl className="figures">
          <Figure label={words.members} value={format.number(counts.active_members)}>
            {words.newMembers(new_members, format.number(new_members))}
          </Figure>
          <Figure label={words.circulating} value={format.hours(circulating_hours)}>
            {words.circulatingHint}
          </Figure>
          <Figure label={words.exchanged} value={hours(exchanged.this_month)}>
            {words.before(hours(exchanged.last_month))}
          </Figure>
          {has_partners && (
            <Figure label={words.credited} value={hours(credited.this_month)}>
              {words.before(hours(credited.last_month))}
            </Figure>
          )}
        </dl>
      )}
    </>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: string }) {
  return (
    <div className="card">
      <dt className="quiet">{label}</dt>
      <dd className="figure-value">{value}</dd>
      <dd className="quiet">{children}</dd>
    </div>
  );
}

/** Says only of what there is that it is well. */
function Quiet({ counts, hasCredits }: { counts: Overview['counts']; hasCredits: boolean }) {
  const words = useText().activity;
  const { has_partners } = useCommunity();
  const well = [
    counts.webhooks && words.quiet.webhooks,
    has_partners && words.quiet.secrets,
    counts.active_members > 0 && words.quiet.review,
    hasCredits && words.quiet.credits,
  ].filter((one) => one !== false);
  if (well.length === 0) return null;
  return (
    <Notice tone="good" title={words.quietTitle}>
      {well.join(' ')}
    </Notice>
  );
}

function Unusual({ credits }: { credits: CommunityFigures['unusual_credits'] }) {
  const words = useText().activity;
  const format = useFormat();
  const { slug } = useCommunity();
  const hours = (value: number) => words.hours(value, format.hours(value));
  return (
    <Card title={words.unusualTitle}>
      <ul className="attention">
        {credits.map(({ day, partner, member, hours: credited, usual_hours, max_credit_hours }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one member may be credited the same twice
          <li key={place}>
            <Notice
              tone="wait"
              title={
                <Anchor
                  component={Link}
                  href={`/c/${slug}/partners/${partner.id}/statements/${day}`}
                  className="row-link"
                >
                  {words.unusual(partner.name, hours(credited), member.name)}
                </Anchor>
              }
            >
              {usual_hours === null
                ? words.unusualCap(format.day(day), hours(max_credit_hours))
                : words.unusualUsual(format.day(day), hours(usual_hours))}
            </Notice>
          </li>
        ))}
      </ul>
    </Card>
  );
}
