/** One partner and its parts. */
import { Button, Tabs } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { ApiError, call, refresh, useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Loading, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { KindTag } from '../../../console/src/parts/values/values.tsx';
import type { Partner } from '../contract/partners.ts';
import { STATUS_TONES, StatusTag } from './parts/partner-status.tsx';

const Contact = lazy(() => import('./partner/contact.tsx'));
const PARTS = {
  overview: lazy(() => import('./partner/overview.tsx')),
  settings: lazy(() => import('./partner/settings.tsx')),
  secrets: lazy(() => import('./partner/secrets.tsx')),
  webhooks: lazy(() => import('./partner/webhooks.tsx')),
  calls: lazy(() => import('./partner/calls.tsx')),
  statements: lazy(() => import('./partner/statements.tsx')),
} as const;
type Part = keyof typeof PARTS;

export default function PartnerDetail() {
  const text = useText();
  const [, navigate] = useLocation();
  const { slug, can } = useCommunity();
  const { partnerId = '', tab, item, report } = useParams<Record<'partnerId' | 'tab' | 'item' | 'report', string>>();
  const found = useRead('getPartner', { params: { partnerId } });
  const partner = found.data?.data;
  const list = `/c/${slug}/partners`;
  const back = { href: list, label: text.partner.toList };
  const parts = (Object.keys(PARTS) as Part[]).filter(
    (part) =>
      !(part === 'webhooks' && !can('webhooks.read')) &&
      !(part === 'calls' && !can('calls.read')) &&
      !(part === 'statements' && !can('statements.read')),
  );
  const part = parts.find((one) => one === tab) ?? 'overview';

  if (!partner) {
    const missing = found.error instanceof ApiError && found.error.code === 'partner_not_found';
    return (
      <Page title={missing ? text.partner.notFound : text.partners.title} back={back}>
        {!missing && <Arriving of={found} />}
      </Page>
    );
  }
  const Content = PARTS[part];
  // The chosen tab is visible where the tabs scroll.
  const reveal = (tab: HTMLButtonElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  return (
    <Page
      title={partner.name}
      tags={
        <>
          <StatusTag status={partner.status} />
          <KindTag kind={partner.environment} />
        </>
      }
      back={back}
      action={can('partners.write') && <StatusAction partner={partner} />}
    >
      {partner.status !== 'active' && (
        <Notice tone={STATUS_TONES[partner.status]} title={text.status[partner.status]}>
          {text.statusMeans[partner.status]}
        </Notice>
      )}
      <Tabs
        value={part}
        onChange={(next) => navigate(next === 'overview' ? `${list}/${partnerId}` : `${list}/${partnerId}/${next}`)}
        keepMounted={false}
      >
        <Tabs.List className="tabs-list" aria-label={text.partner.tabsLabel}>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one} ref={one === part ? reveal : undefined}>
              {text.partner.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map((one) => (
          <Tabs.Panel key={one} value={one} className="tab-panel">
            <Suspense fallback={<Loading />}>
              {one === 'overview' && part === one && <Contact partner={partner} />}
              {one === part && <Content key={`${item}/${report}`} partner={partner} item={item} report={report} />}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** Lets the partner in, or shuts it out. */
function StatusAction({ partner: { id, name, status } }: { partner: Partner }) {
  const text = useText();
  const { slug } = useCommunity();
  const [asking, setAsking] = useState(false);
  const action = useAction(async (next: 'active' | 'suspended') => {
    await call('setPartnerStatus', { params: { slug, partnerId: id }, body: { status: next } });
    succeeded(next === 'active' ? text.partner.activated : text.partner.suspended);
    await refresh('getPartner', 'listPartners');
  });
  if (status === 'active') {
    return (
      <>
        <Button variant="default" onClick={() => setAsking(true)}>
          {text.partner.suspend}
        </Button>
        {asking && (
          <Confirm
            title={text.partner.suspendTitle(name)}
            go={text.partner.suspend}
            danger
            action={action}
            args={['suspended']}
            onClose={() => setAsking(false)}
          >
            {text.partner.suspendText}
          </Confirm>
        )}
      </>
    );
  }
  return (
    <Button loading={action.busy} onClick={() => void action.run('active')}>
      {status === 'pending' ? text.partner.activate : text.partner.reactivate}
    </Button>
  );
}
