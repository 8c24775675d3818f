import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call, refresh, useAction, useSession } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import { useAskBeforeLeaving } from '../../../../console/src/parts/page/leave.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import { QrCode } from '../../../../console/src/parts/values/qr-code.tsx';
import { Code, Tag } from '../../../../console/src/parts/values/values.tsx';
import type { TotpEnrolment } from '../../contract/one-time-codes.ts';

const FEW_CODES = 3;

export function TotpCard() {
  const text = useText();
  const { administrator } = useSession();
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [asking, setAsking] = useState<'disable' | 'renew'>();
  const wereKept = useRef(false);
  const begin = useAction(async () => setEnrolment((await call('beginTotp')).data));
  const disable = useAction(async () => {
    await call('disableTotp');
    succeeded(text.account.totpDisabled);
    await refresh('getSession');
  });
  const renew = useAction(async () => {
    setCodes((await call('renewRecoveryCodes')).data.recovery_codes);
    await refresh('getSession');
  });
  const { totp_enabled: on, recovery_codes_left: left } = administrator;
  const keep = () => {
    wereKept.current = true;
    setCodes(undefined);
  };
  /** The button that was pressed is gone with the codes. */
  const goOnHere = (button: HTMLButtonElement | null) => {
    if (!button || !wereKept.current) return;
    wereKept.current = false;
    button.focus();
  };
  return (
    <Card
      title={text.account.totpTitle}
      lead={on ? text.account.totpOn : text.account.totpOff}
      action={<Tag tone={on ? 'good' : 'quiet'}>{on ? text.administrators.appOn : text.administrators.appOff}</Tag>}
    >
      <ActionFailed error={begin.error} />
      {codes && <RecoveryCodesShown codes={codes} onKept={keep} />}
      {!codes && enrolment && (
        <Enrol
          enrolment={enrolment}
          onDone={(made) => {
            setEnrolment(undefined);
            setCodes(made);
          }}
          onCancel={() => setEnrolment(undefined)}
        />
      )}
      {!codes && !enrolment && !on && (
        <Button loading={begin.busy} onClick={() => void begin.run()}>
          {text.account.totpBegin}
        </Button>
      )}
      {!codes && on && (
        <Stack gap="md">
          <Text>
            {text.account.codesLeft(left)} {left <= FEW_CODES && text.account.codesFew}
          </Text>
          <Group gap="sm">
            <Button variant="default" ref={goOnHere} onClick={() => setAsking('renew')}>
              {text.account.codesRenew}
            </Button>
            <Button variant="default" onClick={() => setAsking('disable')}>
              {text.account.totpDisable}
            </Button>
          </Group>
        </Stack>
      )}
      {asking === 'disable' && (
        <Confirm
          title={text.account.totpDisableTitle}
          go={text.account.totpDisable}
          danger
          action={disable}
          onClose={() => setAsking(undefined)}
        >
          {text.account.totpDisableText}
        </Confirm>
      )}
      {asking === 'renew' && (
        <Confirm
          title={text.account.codesRenewTitle}
          go={text.account.codesRenew}
          action={renew}
          onClose={() => setAsking(undefined)}
        >
          {text.account.codesRenewText}
        </Confirm>
      )}
    </Card>
  );
}

interface EnrolProps {
  enrolment: TotpEnrolment;
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function Enrol({ enrolment, onDone, onCancel }: EnrolProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const action = useAction(
    async () => {
      const { data } = await call('confirmTotp', { body: { code: code.replace(/\s/g, '') } });
      succeeded(text.account.totpDone);
      onDone(data.recovery_codes);
      await refresh('getSession', 'listSessions');
    },
    (error) => {
      if (error.code === 'validation_failed') setFault(text.account.totpWrong);
    },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setFault(code.trim() ? undefined : text.field.required);
        if (code.trim()) void action.run();
      }}
    >
      <Stack gap="md" align="flex-start">
        <Text>{text.account.totpScan}</Text>
        <QrCode value={enrolment.otpauth_uri} label={text.account.totpQr} />
        <div>
          <Text size="sm">{text.account.totpType}</Text>
          <span className="row">
            <Code>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
            <CopyButton value={enrolment.secret} thing={text.account.totpKey} />
          </span>
        </div>
        <TextInput
          label={text.account.totpCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          classNames={{ input: 'code-input' }}
          value={code}
          error={fault}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <ActionFailed error={action.error?.code === 'validation_failed' ? undefined : action.error} />
        <Group gap="sm">
          <Button type="submit" loading={action.busy}>
            {text.account.totpConfirm}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {text.act.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// Recovery codes, shown once: the focus goes to them, and leaving without them asks.

function RecoveryCodesShown({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = useText();
  const all = codes.join('\n');
  const { dialog } = useAskBeforeLeaving(true, text.account.codesLeave);
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <section className="stack" ref={region} tabIndex={-1} aria-label={text.account.codesTitle}>
      <Notice tone="wait" title={text.account.codesTitle}>
        {text.account.codesLead}
      </Notice>
      <ol className="codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <CopyButton value={all} thing={text.account.codesName} />
        <Button
          variant="default"
          leftSection={<Download size={16} />}
          onClick={() => saveText(`${text.account.codesFile}.txt`, `${all}\n`)}
        >
          {text.account.codesDownload}
        </Button>
        <Button onClick={onKept}>{text.account.codesKept}</Button>
      </Group>
      {dialog}
    </section>
  );
}
