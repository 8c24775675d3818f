/** Messages to members, letters where no mail arrives, and the state of mail. */
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { Link } from 'wouter';
import { useCommunity } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { TabbedPage } from '../../../console/src/parts/page/tabbed-page.tsx';
import '../../../console/src/styles/messages.css';

const PARTS = {
  write: lazy(() => import('./messages/write.tsx')),
  print: lazy(() => import('./messages/letters.tsx')),
  state: lazy(() => import('./messages/state.tsx')),
} as const;

/** Letters say what members write to each other. */
const { print: _, ...TO_READ } = PARTS;

export default function Messages() {
  const { messages: text, letters } = useText();
  const { slug, can } = useCommunity();
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
      parts={can('members.write') ? PARTS : TO_READ}
      label={text.tabsLabel}
      names={text.tabs}
    />
  );
}
