/** The steps of a new community, until they are done or ended. */
import { Anchor, Button } from '@mantine/core';
import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import type { Overview } from '../../contract/overview.ts';

/** An empty community is led to life. */
export function FirstSteps({ counts }: { counts: Overview['counts'] }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const steps = [
    { key: 'settings', done: counts.settings_changed, href: 'settings' },
    { key: 'members', done: counts.active_members > 0, href: 'members' },
    { key: 'listings', done: counts.listings, href: 'listings' },
    { key: 'exchanges', done: counts.exchanges, href: 'exchanges' },
  ] as const;
  return (
    <Card title={text.overview.steps} lead={text.overview.stepsLead} action={<EndSteps />}>
      <ol className="steps">
        {steps.map(({ key, done, href }) => (
          <li key={key} data-done={done || undefined}>
            {done ? <CircleCheck size={20} aria-hidden="true" /> : <CircleDashed size={20} aria-hidden="true" />}
            <span className="hidden">{done ? text.overview.done : text.overview.open}: </span>
            <Anchor component={Link} href={`/c/${slug}/${href}`}>
              {text.overview.step[key]} {!done && <ArrowRight size={14} aria-hidden="true" />}
            </Anchor>
          </li>
        ))}
      </ol>
      {counts.active_members === 0 && can('imports.write') && (
        <p className="steps-move">
          <Anchor component={Link} href={`/c/${slug}/import/move`}>
            {text.overview.moveIn} <ArrowRight size={14} aria-hidden="true" />
          </Anchor>
        </p>
      )}
    </Card>
  );
}

/** For everybody here: not every time bank takes all of them. */
function EndSteps() {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const end = useAction(async () => {
    await call('endFirstSteps', { params: { slug } });
    succeeded(text.overview.stepsEnded);
    await refresh('getOverview');
    document.querySelector<HTMLElement>('h1')?.focus();
  });
  return (
    <>
      <Button variant="default" size="xs" loading={end.busy} onClick={() => void end.run()}>
        {text.overview.endSteps}
      </Button>
      <ActionFailed error={end.error} />
    </>
  );
}
