/** The kill switches. */
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity, useRead, useSession } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../console/src/i18n/time.ts';
import { Confirm } from '../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { Beside } from '../../../console/src/parts/shell/beside.tsx';

export default function Safety() {
  const text = useText();
  const { slug, name, can } = useCommunity();
  const { administrator } = useSession();
  const found = useRead('getCommunity');
  const installation = useRead('getInstallation', {}, { staleTime: MINUTE_MS });
  const community = found.data?.data;
  if (!community) {
    return (
      <Page title={text.safety.title} lead={text.safety.lead}>
        <Arriving of={found} rows={2} />
      </Page>
    );
  }
  return (
    <Page title={text.safety.title} lead={text.safety.lead} tags={<Beside entry="partners" />} narrow>
      {!community.partner_api.installation_enabled && (
        <Notice tone="wait" title={text.safety.installationOff}>
          {community.partner_api.installation_reason ?? text.safety.noReason}
        </Notice>
      )}
      <Switch
        title={text.safety.community}
        enabled={community.partner_api.enabled}
        reason={community.partner_api.reason}
        allowed={can('switch.write')}
        off={text.safety.switchOff}
        on={text.safety.switchOn}
        question={text.safety.switchOffTitle(name)}
        consequence={text.safety.switchOffText(community.counts.partners)}
        change={async (body) => {
          await call('switchCommunity', { params: { slug }, body });
          await refresh('getCommunity');
        }}
      />
      {administrator.is_operator && installation.data && (
        <Switch
          title={text.safety.installation}
          lead={text.safety.installationLead}
          enabled={installation.data.data.partner_api.enabled}
          reason={installation.data.data.partner_api.reason}
          allowed
          off={text.safety.switchOffAll}
          on={text.safety.switchOnAll}
          question={text.safety.switchOffAllTitle}
          consequence={text.safety.switchOffAllText}
          change={async (body) => {
            await call('switchInstallation', { body });
            await refresh('getInstallation', 'getCommunity');
          }}
        />
      )}
    </Page>
  );
}

interface SwitchProps {
  title: string;
  lead?: string;
  enabled: boolean;
  reason: string | null;
  allowed: boolean;
  /** The labels of the buttons, which say what is switched. */
  off: string;
  on: string;
  question: string;
  consequence: string;
  change: (body: { enabled: boolean; reason?: string }) => Promise<void>;
}

function Switch({ title, lead, enabled, reason, allowed, off, on, question, consequence, change }: SwitchProps) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const action = useAction(async (isOn: boolean) => {
    await change(isOn ? { enabled: true } : { enabled: false, reason: typed.trim() });
    setTyped('');
    succeeded(isOn ? text.safety.switchedOn : text.safety.switchedOff);
  });
  const fault = action.error?.fields.find(({ field }) => field === 'reason');
  const guarded = {
    ...action,
    run: async (isOn: boolean) => {
      setMissing(!isOn && typed.trim() === '');
      return !isOn && typed.trim() === '' ? false : await action.run(isOn);
    },
  };
  return (
    <Card title={title} lead={lead}>
      <Stack gap="md" align="flex-start">
        <div className="switch-state">
          {enabled ? (
            <Notice tone="good" title={text.safety.on}>
              {text.safety.onText}
            </Notice>
          ) : (
            <Notice tone="bad" title={text.safety.off}>
              {text.safety.offText}{' '}
              <strong>
                {text.safety.reason}: {reason ?? text.safety.noReason}
              </strong>
            </Notice>
          )}
        </div>
        {!allowed && <p className="quiet">{text.safety.readOnly}</p>}
        {allowed && !enabled && (
          <Button loading={action.busy} onClick={() => void action.run(true)}>
            {on}
          </Button>
        )}
        {allowed && enabled && (
          <Button color="red" onClick={() => setAsking(true)}>
            {off}
          </Button>
        )}
      </Stack>
      {asking && (
        <Confirm title={question} go={off} danger action={guarded} args={[false]} onClose={() => setAsking(false)}>
          <Stack>
            <Text>{consequence}</Text>
            <Textarea
              label={text.safety.reason}
              description={text.safety.reasonHint}
              value={typed}
              autosize={false}
              maxLength={500}
              data-autofocus
              error={fault ? fieldText(fault, text) : missing ? text.field.required : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Stack>
        </Confirm>
      )}
    </Card>
  );
}
