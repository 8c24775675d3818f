/** The partner at a glance. */
import { useCommunity } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { CallChart } from '../../parts/charts/call-chart.tsx';
import { Card, Facts } from '../../parts/page/page.tsx';
import { Code } from '../../parts/values/code.tsx';
import { CopyButton } from '../../parts/values/copy-button.tsx';
import { Abilities } from '../../parts/values/scopes.tsx';
import { Time } from '../../parts/values/time.tsx';
import type { PartProps } from './part-props.ts';

export default function Overview({ partner }: PartProps) {
  const text = useText();
  const format = useFormat();
  const { can } = useCommunity();
  const hours = (value: number | null) =>
    value === null ? text.partner.noLimit : text.partner.hours(format.hours(value));
  const credits = partner.scopes.includes('wallet.write');
  return (
    <div className="two-columns">
      <div className="stack">
        <Card title={text.partner.may}>
          {partner.scopes.length > 0 ? (
            <Abilities scopes={partner.scopes} />
          ) : (
            <p className="quiet">{text.partner.mayNothing}</p>
          )}
        </Card>
        <Card title={text.partner.limits}>
          <Facts
            items={[
              ...(credits
                ? ([
                    [text.partner.perCredit, hours(partner.max_credit_hours)],
                    [text.partner.perMemberDay, hours(partner.max_member_day_hours)],
                    [text.partner.perPartnerDay, hours(partner.max_partner_day_hours)],
                  ] as const)
                : []),
              [
                text.partner.rate,
                partner.rate_limit_per_minute === 0
                  ? text.partner.noLimit
                  : format.number(partner.rate_limit_per_minute),
              ],
              [
                text.partner.from,
                partner.allowed_addresses.length === 0 ? (
                  text.partner.anywhere
                ) : (
                  <span className="mono" key="from">
                    {partner.allowed_addresses.join(', ')}
                  </span>
                ),
              ],
            ]}
          />
        </Card>
      </div>
      <div className="stack">
        <Card title={text.partner.facts}>
          <Facts
            items={[
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
              [
                text.partner.lastCall,
                partner.last_call_at ? <Time key="last" at={partner.last_call_at} /> : text.partners.neverCalled,
              ],
              [text.partner.created, <Time key="created" at={partner.created_at} />],
              [text.partner.changed, <Time key="changed" at={partner.updated_at} />],
            ]}
          />
        </Card>
        {can('calls.read') && (
          <Card title={text.partner.lastDay}>
            <CallChart partnerId={partner.id} period="day" />
          </Card>
        )}
      </div>
    </div>
  );
}
