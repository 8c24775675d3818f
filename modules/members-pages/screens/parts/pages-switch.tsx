/** The switch of the members' pages. */
import { Button, Group } from '@mantine/core';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { ActionFailed, succeeded } from '../../../../console/src/parts/page/states.tsx';
import type { MemberPages } from '../../contract/member-pages.ts';

export function PagesSwitch({ pages }: { pages: Pick<MemberPages, 'enabled'> }) {
  const text = useText();
  const { slug, kind, can } = useCommunity();
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
