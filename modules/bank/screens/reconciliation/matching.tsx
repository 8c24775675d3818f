/** Upload of a bank's statement, and the reports that there are. */

import { Anchor, Button, FileInput, Radio, Stack } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fileFault } from '../../../../console/src/parts/page/file-fault.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { useStillHere } from '../../../../console/src/parts/page/still-here.ts';
import { PartnerRates } from '../../../../console/src/parts/rates/rates-card.tsx';
import type { ReconciliationSettings } from '../../contract/reconciliation.ts';
import { Reports } from './reports.tsx';

const FILE_BYTES_MAX = 32 * 1024 * 1024;
const FILE_NAME_MAX = 255;

export function Matching({ partner }: { partner: { readonly id: number } }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const isHere = useStillHere();
  const base = `/c/${slug}/partners/${partner.id}/statements`;
  const action = useAction(
    async (chosen: File) => {
      const params = { slug, partnerId: partner.id };
      const answer = await call('reconcileStatement', { params, query: { file_name: nameOf(chosen) }, file: chosen });
      await refresh('listReconciliations', 'getReconciliation', 'listReconciliationLines', 'getOverview');
      if (isHere()) navigate(`${base}/match/${answer.data.id}`);
    },
    (error) => {
      const [first] = error.fields;
      if (first) setFault(fileFault(first, text));
    },
  );
  const compare = () => {
    if (!file) return setFault(text.matching.noFile);
    if (file.size > FILE_BYTES_MAX) return setFault(text.matching.tooLarge);
    setFault(undefined);
    void action.run(file);
  };
  return (
    <div className="stack">
      <Anchor component={Link} href={base} className="page-back">
        <ArrowLeft size={16} aria-hidden="true" /> {text.statements.backToList}
      </Anchor>
      {can('statements.compare') ? (
        <Card title={text.matching.title} lead={text.matching.lead}>
          <form
            className="form-column"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              compare();
            }}
          >
            <Stack gap="md">
              <FileInput
                label={text.matching.file}
                description={text.matching.fileHint}
                placeholder={text.matching.choose}
                value={file}
                error={fault}
                onChange={(chosen) => {
                  setFile(chosen);
                  setFault(undefined);
                }}
              />
              {action.error && !fault && <ActionFailed error={action.error} />}
              <div>
                <Button type="submit" loading={action.busy}>
                  {text.matching.go}
                </Button>
              </div>
            </Stack>
          </form>
        </Card>
      ) : (
        <Notice tone="info" title={text.matching.notAllowed}>
          {text.matching.notAllowedText}
        </Notice>
      )}
      <Reports partnerId={partner.id} base={`${base}/match`} />
      <MatchingSettings partnerId={partner.id} />
      <PartnerRates partnerId={partner.id} />
    </div>
  );
}

/** The name as the service keeps it: cut at its limit. */
function nameOf({ name }: File): string {
  return [...name.toWellFormed()].slice(0, FILE_NAME_MAX).join('') || '-';
}

// How a bank's statement is compared: by which of the bank's references.

function MatchingSettings({ partnerId }: { partnerId: number }) {
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
