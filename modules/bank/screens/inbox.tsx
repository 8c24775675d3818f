/** The bank inbox: movements to book or to explain, the files that brought them, and the accounts. */
import { lazy } from 'react';
import { useCommunity } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { TabbedPage } from '../../../console/src/parts/page/tabbed-page.tsx';
import '../../../console/src/styles/inbox.css';

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
