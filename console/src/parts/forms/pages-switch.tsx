/** The switch of the members' pages. */
import { Button, Group } from '@mantine/core';
import type { MemberPages } from '@timebank/contract/console';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { succeeded } from '../page/notify.ts';
import { ActionFailed } from '../page/states.tsx';

export function PagesSwitch({ pages }: { pages: Pick<MemberPages, 'enabled'> }) {
  const text = useText();
  const { slug, kind, can } = useCommunity();
  const refresh = useRefresh();
  const action = useAction(async (enabled: boolean) => {
    await call('switchMemberPages', { params: { slug }, body: { enabled } });
    succeeded(enabled ? text.letters.switchedOn : text.letters.switchedOff);
    await refresh('getMemberPages');
  });
  if (kind !== 'live' || !can('settings.write')) return null;
  return (
    <>
      <Group>
        <Button variant="default" loading={action.busy} onClick={() => void action.run(!pages.enabled)}>
          {pages.enabled ? text.letters.switchOff : text.letters.switchOn}
        </Button>
      </Group>
      <ActionFailed error={action.error} />
    </>
  );
}
