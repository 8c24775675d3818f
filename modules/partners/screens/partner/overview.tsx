/** The partner's recent activity. Its permissions are with its settings. */

import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { DAY_MS, MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { CallChart } from '../../../../console/src/parts/charts/call-chart.tsx';
import { whyRefused } from '../../../../console/src/parts/lists/call-sentence.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { Arriving, Notice } from '../../../../console/src/parts/page/states.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { Code, Time } from '../../../../console/src/parts/values/values.tsx';
import type { PartnerActivity } from '../../contract/partner-activity.ts';
import type { Partner } from '../../contract/partners.ts';
import type { PartProps } from './part-props.ts';
import '../../../../console/src/styles/activity.css';

export default function Overview({ partner }: PartProps) {
  const { slug } = useCommunity();
  const params = { slug, partnerId: partner.id };
  const found = useRead('getPartnerActivity', { params }, { refetchInterval: MINUTE_MS });
  const activity = found.data?.data;
  if (!activity) return <Arriving of={found} />;
  const credits = partner.scopes.includes('wallet.write') || activity.last_credit !== null;
  const base = `/c/${slug}/partners/${partner.id}`;
  const hasCalled = partner.last_call_at !== null || partner.credentials.some((one) => one.first_used_at !== null);
  return (
    <div className="stack">
      {!hasCalled && partner.status === 'active' && <Next base={base} />}
      <ToDo activity={activity} base={base} />
      <div className="two-columns">
        <div className="stack">
          {credits && <Credits partner={partner} activity={activity} />}
          <Identity partner={partner} activity={activity} />
        </div>
        {activity.calls && <Calls partnerId={partner.id} calls={activity.calls} base={base} />}
      </div>
    </div>
  );
}

/** The way from a new partner to its first call. */
function Next({ base }: { base: string }) {
  const words = useText().activity;
  return (
    <Notice tone="info" title={words.nextTitle}>
      <ol className="next-steps">
        {words.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {words.nextEnd}{' '}
      <Anchor component={Link} href={`${base}/secrets`} underline="always">
        {words.nextLink}
      </Anchor>
    </Notice>
  );
}

function ToDo({ activity, base }: { activity: PartnerActivity; base: string }) {
  const words = useText().activity;
  const { can } = useCommunity();
  const failing = activity.failing_subscriptions ?? [];
  const differences = can('statements.read') ? activity.differences : 0;
  if (failing.length === 0 && differences === 0) return null;
  return (
    <Card title={words.lookTitle}>
      <ul className="attention">
        {failing.map(({ id, description, target_url }) => (
          <li key={id}>
            <Notice
              tone="wait"
              title={
                <Anchor component={Link} href={`${base}/webhooks/${id}`} className="row-link">
                  {words.failing(description || new URL(target_url).host)}
                </Anchor>
              }
            >
              {words.failingTodo}
            </Notice>
          </li>
        ))}
        {differences > 0 && (
          <li>
            <Notice
              tone="wait"
              title={
                <Anchor component={Link} href={`${base}/statements/match/open`} className="row-link">
                  {words.differences(differences)}
                </Anchor>
              }
            >
              {words.differencesTodo}
            </Notice>
          </li>
        )}
      </ul>
    </Card>
  );
}

function Credits({ partner, activity }: { partner: Partner; activity: PartnerActivity }) {
  const words = useText().activity;
  const format = useFormat();
  const { slug, can } = useCommunity();
  const { today, this_month, last_month, last_credit } = activity;
  const hours = (value: number) => words.hours(value, format.hours(value));
  const sum = ({ credits, credited_hours, reversed_hours }: PartnerActivity['today']) =>
    [
      words.sum(words.credits(credits), hours(credited_hours)),
      ...(reversed_hours > 0 ? [words.reversed(hours(reversed_hours))] : []),
    ].join(', ');
  return (
    <Card title={words.creditsTitle}>
      <DailyCap hours={today.credited_hours} cap={partner.max_partner_day_hours} />
      <Facts
        items={[
          [words.thisMonth, sum(this_month)],
          [words.sameDays, sum(last_month)],
          [
            words.lastCredit,
            last_credit ? (
              <span key="last">
                {words.lastCreditTo(hours(last_credit.hours))}{' '}
                {can('members.read') ? (
                  <Anchor component={Link} href={`/c/${slug}/members/${last_credit.member.id}`} underline="always">
                    {last_credit.member.name}
                  </Anchor>
                ) : (
                  last_credit.member.name
                )}
                , <Time at={last_credit.at} />
              </span>
            ) : (
              words.noCredit
            ),
          ],
        ]}
      />
    </Card>
  );
}

/** A bar, and the same in words. */
function DailyCap({ hours, cap }: { hours: number; cap: number | null }) {
  const words = useText().activity;
  const format = useFormat();
  if (cap === null) {
    return (
      <p className="daily-cap">
        <span>
          <strong>{words.today}:</strong> {words.noCap(format.hours(hours))}
        </span>
      </p>
    );
  }
  const left = Math.max(0, Math.round((cap - hours) * 100) / 100);
  const said = words.ofCap(format.hours(hours), format.hours(cap));
  return (
    <div className="daily-cap">
      <p>
        <strong>{words.today}:</strong> {said}
      </p>
      <div
        className="cap-bar"
        role="progressbar"
        aria-label={words.today}
        aria-valuemin={0}
        aria-valuemax={cap}
        aria-valuenow={hours}
        aria-valuetext={said}
        data-full={left === 0 || undefined}
      >
        <div style={{ width: `${Math.min(100, (hours / cap) * 100)}%` }} />
      </div>
      <p className="quiet">{left === 0 ? words.capReached : words.capLeft(format.hours(left))}</p>
    </div>
  );
}

function Identity({ partner, activity }: { partner: Partner; activity: PartnerActivity }) {
  const { text, format } = useLanguage();
  const words = useText().activity;
  return (
    <Card title={text.partner.facts}>
      <Facts
        items={[
          [
            text.partner.lastCall,
            partner.last_call_at ? <Time key="last" at={partner.last_call_at} /> : text.partners.neverCalled,
          ],
          [words.tokens, format.number(activity.live_tokens)],
          [
            text.partner.clientId,
            <span className="row" key="id">
              <Code>{partner.client_id}</Code>
              <CopyButton value={partner.client_id} thing={text.partner.clientIdName} />
            </span>,
          ],
          [
            text.partner.environment,
            `${text.kind[partner.environment]}: ${partner.environment === 'live' ? text.kind.liveMeans : text.kind.sandboxMeans}`,
          ],
          [text.partner.created, <Time key="created" at={partner.created_at} />],
          [text.partner.changed, <Time key="changed" at={partner.updated_at} />],
        ]}
      />
    </Card>
  );
}

interface CallsProps {
  partnerId: number;
  calls: NonNullable<PartnerActivity['calls']>;
  base: string;
}

function Calls({ partnerId, calls, base }: CallsProps) {
  const words = useText().activity;
  const callWords = useText().callWords;
  return (
    <Card title={words.callsTitle}>
      <CallChart partnerId={partnerId} periodMs={DAY_MS} />
      {calls.reasons.length > 0 && (
        <>
          <h3 className="reasons-title">{words.reasons}</h3>
          <ul className="reasons">
            {calls.reasons.map(({ error, calls: number }) => (
              <li key={error}>
                <To href={`${base}/calls?error=${error}&period=day`}>
                  {words.reason(whyRefused(callWords, error), number)}
                </To>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
