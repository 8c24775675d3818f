/** Messages to members, letters where no mail arrives, and the state of mail. */
import { Button, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { useCommunity } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { Page } from '../parts/page/page.tsx';
import { Loading } from '../parts/page/states.tsx';
import '../styles/messages.css';

const PARTS = {
  write: lazy(() => import('./messages/write.tsx')),
  print: lazy(() => import('./messages/letters.tsx')),
  state: lazy(() => import('./messages/state.tsx')),
} as const;
type Part = keyof typeof PARTS;

export default function Messages() {
  const { messages: text, letters } = useText();
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const { tab } = useParams<{ tab?: string }>();
  const parts = Object.keys(PARTS) as Part[];
  const part = parts.find((one) => one === tab) ?? 'write';
  const Content = PARTS[part];
  const base = `/c/${slug}/messages`;
  return (
    <Page
      title={text.title}
      lead={text.lead}
      action={
        <Button component={Link} variant="default" href={`/c/${slug}/letters`}>
          {letters.title}
        </Button>
      }
    >
      <Tabs value={part} onChange={(next) => navigate(next === 'write' ? base : `${base}/${next}`)} keepMounted={false}>
        <Tabs.List className="tabs-list no-print" aria-label={text.tabsLabel}>
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
