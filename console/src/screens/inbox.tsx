/** The bank inbox: movements to book or to explain, the files that brought them, and the accounts. */
import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useLocation, useParams } from 'wouter';
import { useCommunity } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { Page } from '../parts/page/page.tsx';
import { Loading } from '../parts/page/states.tsx';
import '../styles/inbox.css';

const PARTS = {
  lines: lazy(() => import('./inbox/lines.tsx')),
  files: lazy(() => import('./inbox/files.tsx')),
  month: lazy(() => import('./inbox/month.tsx')),
  settings: lazy(() => import('./inbox/settings.tsx')),
} as const;
type Part = keyof typeof PARTS;

export default function Inbox() {
  const text = useText().inbox;
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const { tab } = useParams<{ tab?: string }>();
  const parts = Object.keys(PARTS) as Part[];
  const part = parts.find((one) => one === tab) ?? 'lines';
  const Content = PARTS[part];
  const base = `/c/${slug}/inbox`;
  return (
    <Page title={text.title} lead={text.lead}>
      <Tabs value={part} onChange={(next) => navigate(next === 'lines' ? base : `${base}/${next}`)} keepMounted={false}>
        <Tabs.List className="tabs-list" aria-label={text.tabsLabel}>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {text.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map((one) => (
          <Tabs.Panel key={one} value={one} className="tab-panel">
            <Suspense fallback={<Loading />}>{one === part && <Content />}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
