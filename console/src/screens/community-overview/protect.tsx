/** Asks a person whose account is worth stealing for a second factor. Later means in a month. */
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { SECOND_FACTOR_PUT_OFF_DAYS } from '@timebank/contract/console/routes';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { keepSession, useAction } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { succeeded } from '../../parts/page/notify.ts';
import { ActionFailed } from '../../parts/page/states.tsx';

export default function Protect() {
  const text = useText();
  const client = useQueryClient();
  const putOff = useAction(async () => {
    keepSession(client, await call('putOffSecondFactor'));
    // The button is gone: the focus goes where the screen begins.
    document.querySelector<HTMLElement>('h1')?.focus();
    succeeded(text.protect.putOff(SECOND_FACTOR_PUT_OFF_DAYS));
  });
  return (
    <Notice tone="info" title={text.protect.title}>
      {text.protect.text}
      <Group gap="sm" mt="sm">
        <Button component={Link} href="/account" variant="default">
          {text.protect.go}
        </Button>
        <Button variant="subtle" loading={putOff.busy} onClick={() => void putOff.run()}>
          {text.protect.later(SECOND_FACTOR_PUT_OFF_DAYS)}
        </Button>
      </Group>
      <ActionFailed error={putOff.error} />
    </Notice>
  );
}
