/** How a bank's statement is compared: by which of the bank's references. */
import { Button, Radio, Stack } from '@mantine/core';
import type { ReconciliationSettings } from '@timebank/contract/console';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Confirm } from '../../parts/page/confirm.tsx';
import { succeeded } from '../../parts/page/notify.ts';
import { Card, Facts } from '../../parts/page/page.tsx';
import { LoadFailed, Loading } from '../../parts/page/states.tsx';

export function MatchingSettings({ partnerId }: { partnerId: number }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const [open, setOpen] = useState(false);
  const found = useRead('getReconciliationSettings', { params: { slug, partnerId } });
  const settings = found.data?.data;
  if (!settings) {
    return found.error ? <LoadFailed error={found.error} retry={() => void found.refetch()} /> : <Loading rows={1} />;
  }
  return (
    <Card
      title={text.matching.settingsTitle}
      action={
        can('partners.write') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {text.matching.change}
          </Button>
        )
      }
    >
      <Facts items={[[text.matching.by, text.matching.byMeans[settings.match_by]]]} />
      {open && <Change settings={settings} partnerId={partnerId} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Change({
  settings,
  partnerId,
  onClose,
}: {
  settings: ReconciliationSettings;
  partnerId: number;
  onClose: () => void;
}) {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [by, setBy] = useState(settings.match_by);
  const action = useAction(async () => {
    await call('updateReconciliationSettings', { params: { slug, partnerId }, body: { match_by: by } });
    succeeded(text.matching.saved);
    await refresh('getReconciliationSettings');
  });
  return (
    <Confirm title={text.matching.settingsTitle} go={text.act.save} action={action} args={[]} onClose={onClose}>
      <Radio.Group label={text.matching.by} value={by} onChange={(value) => setBy(value as typeof by)}>
        <Stack gap="xs" mt="xs">
          {(['entry_reference', 'end_to_end_id'] as const).map((one) => (
            <Radio key={one} value={one} label={text.matching.byMeans[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </Confirm>
  );
}
