/** Messages to members, letters where no mail arrives, and the state of mail. */
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { Link } from 'wouter';
import { useCommunity } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { TabbedPage } from '../parts/page/tabbed-page.tsx';
import '../styles/messages.css';

const PARTS = {
  write: lazy(() => import('./messages/write.tsx')),
  print: lazy(() => import('./messages/letters.tsx')),
  state: lazy(() => import('./messages/state.tsx')),
} as const;

export default function Messages() {
  const { messages: text, letters } = useText();
  const { slug } = useCommunity();
  return (
    <TabbedPage
      title={text.title}
      lead={text.lead}
      action={
        <Button component={Link} variant="default" href={`/c/${slug}/letters`}>
          {letters.title}
        </Button>
      }
      base={`/c/${slug}/messages`}
      parts={PARTS}
      label={text.tabsLabel}
      names={text.tabs}
    />
  );
}
