/** The comparisons of a partner that are kept, and how its statements are compared: files come in at the inbox. */

import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { Arriving, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { PartnerRates } from '../../../../console/src/parts/rates/rates-card.tsx';
import { ButtonTo } from '../../../../console/src/parts/values/to.tsx';
import type { ReconciliationSettings } from '../../contract/reconciliation.ts';
import { Reports } from './reports.tsx';

export function Comparisons({ partnerId }: { partnerId: number }) {
  const { slug } = useCommunity();
  return (
    <>
      <Reports partnerId={partnerId} base={`/c/${slug}/partners/${partnerId}/statements/match`} />
      <MatchingSettings partnerId={partnerId} />
      <PartnerRates partnerId={partnerId} />
    </>
  );
}

/** The way to the one door for a bank's file, where this partner is chosen. */
export function ToUpload({ partnerId }: { partnerId: number }) {
  const { matching } = useText();
  const { slug, can } = useCommunity();
  if (!can('statements.compare')) return null;
  return <ButtonTo href={`/c/${slug}/inbox?partner=${partnerId}`}>{matching.open}</ButtonTo>;
}

// How a bank's statement is compared: by which of the bank's references.

function MatchingSettings({ partnerId }: { partnerId: number }) {
  const text = useText();
  const { can } = useCommunity();
  const [open, setOpen] = useState(false);
  const found = useRead('getReconciliationSettings', { params: { partnerId } });
  const settings = found.data?.data;
  if (!settings) return <Arriving of={found} rows={1} />;
  return (
    <Card
      title={text.matching.settingsTitle}
      action={
        can('statements.compare') && (
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

interface ChangeProps {
  settings: ReconciliationSettings;
  partnerId: number;
  onClose: () => void;
}

function Change({ settings, partnerId, onClose }: ChangeProps) {
  const text = useText();
  const { slug } = useCommunity();
  const [by, setBy] = useState(settings.match_by);
  const action = useAction(async () => {
    await call('updateReconciliationSettings', { params: { slug, partnerId }, body: { match_by: by } });
    succeeded(text.matching.saved);
    await refresh('getReconciliationSettings');
  });
  return (
    <Confirm title={text.matching.settingsTitle} go={text.act.save} action={action} onClose={onClose}>
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
