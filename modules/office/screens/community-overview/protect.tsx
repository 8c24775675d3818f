/** Asks a person whose account is worth stealing for a second factor. Later means in a month. */
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { SECOND_FACTOR_PUT_OFF_DAYS } from '../../../../console/desk/contract/routes.ts';
import { call } from '../../../../console/src/api/call.ts';
import { keepSession, useAction } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';

export function Protect() {
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
