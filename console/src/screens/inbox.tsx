/** The bank inbox: movements to book or to explain, the files that brought them, and the accounts. */
import { lazy } from 'react';
import { useCommunity } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { TabbedPage } from '../parts/page/tabbed-page.tsx';
import '../styles/inbox.css';

const PARTS = {
  lines: lazy(() => import('./inbox/lines.tsx')),
  files: lazy(() => import('./inbox/files.tsx')),
  month: lazy(() => import('./inbox/month.tsx')),
  settings: lazy(() => import('./inbox/settings.tsx')),
} as const;

export default function Inbox() {
  const text = useText().inbox;
  const { slug } = useCommunity();
  return (
    <TabbedPage
      title={text.title}
      lead={text.lead}
      base={`/c/${slug}/inbox`}
      parts={PARTS}
      label={text.tabsLabel}
      names={text.tabs}
    />
  );
}
