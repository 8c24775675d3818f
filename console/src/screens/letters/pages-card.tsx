/** The switch of the members' pages. */
import { Button, Group } from '@mantine/core';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { succeeded } from '../../parts/page/notify.ts';
import { Card } from '../../parts/page/page.tsx';
import { ActionFailed } from '../../parts/page/states.tsx';

export function PagesCard() {
  const text = useText();
  const { slug, kind, can } = useCommunity();
  const refresh = useRefresh();
  const found = useRead('getMemberPages', { params: { slug } });
  const pages = found.data?.data;
  const action = useAction(async (enabled: boolean) => {
    await call('switchMemberPages', { params: { slug }, body: { enabled } });
    succeeded(enabled ? text.letters.switchedOn : text.letters.switchedOff);
    await refresh('getMemberPages');
  });
  if (!pages) return null;
  const state = pages.enabled ? text.letters.pagesOn(pages.url) : text.letters.pagesOff;
  return (
    <Card title={text.letters.pages} lead={kind === 'sandbox' ? text.letters.noSandbox : state}>
      {kind === 'live' && can('settings.write') && (
        <Group>
          <Button variant="default" loading={action.busy} onClick={() => void action.run(!pages.enabled)}>
            {pages.enabled ? text.letters.switchOff : text.letters.switchOn}
          </Button>
        </Group>
      )}
      <ActionFailed error={action.error} />
    </Card>
  );
}
