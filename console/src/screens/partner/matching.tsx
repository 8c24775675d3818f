/** Upload of a bank's statement, and the reports that there are. */
import { Anchor, Button, FileInput, Stack } from '@mantine/core';
import type { Partner } from '@timebank/contract/console';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { fileFault } from '../../parts/page/file-fault.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { Card } from '../../parts/page/page.tsx';
import { ActionFailed } from '../../parts/page/states.tsx';
import { useStillHere } from '../../parts/page/still-here.ts';
import { PartnerRates } from '../../parts/rates/rates-card.tsx';
import { MatchingSettings } from './matching-settings.tsx';
import { Reports } from './reports.tsx';

const FILE_BYTES_MAX = 32 * 1024 * 1024;
const FILE_NAME_MAX = 255;

export function Matching({ partner }: { partner: Partner }) {
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
