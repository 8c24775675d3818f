/** The button to the organisation's identity provider; nothing where there is none. */
import { Button } from '@mantine/core';
import { Building2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SignedIn } from '../../../desk/contract/session.ts';
import { call, useAction, useWaysIn } from '../../api/hooks.ts';
import { leaveForProvider, onProviderDone, openProvider } from '../../api/provider.ts';
import { useText } from '../../i18n/text.ts';
import { ActionFailed } from '../page/states.tsx';

function Face({ label, busy, onClick }: { label: string; busy: boolean; onClick: () => void }) {
  const { local_accounts: hasOther } = useWaysIn();
  return (
    <Button
      variant={hasOther ? 'default' : 'filled'}
      size="md"
      fullWidth
      leftSection={<Building2 size={16} />}
      loading={busy}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** Signs in, in this window. @param to where to go on, below /console */
export function ProviderButton({ to }: { to: string }) {
  const text = useText();
  const { provider } = useWaysIn();
  const action = useAction(() => leaveForProvider('beginProviderSignIn', to));
  if (provider === null) return null;
  return (
    <>
      <Face label={text.signIn.withProvider(provider)} busy={action.busy} onClick={() => void action.run()} />
      <ActionFailed error={action.error} />
    </>
  );
}

/** Signs in or confirms in a window beside this one, whose work stays. */
export function ProviderWindowButton({ confirms, onDone }: { confirms: boolean; onDone: (session: SignedIn) => void }) {
  const text = useText();
  const { provider } = useWaysIn();
  const [isOpen, setIsOpen] = useState(false);
  const action = useAction(async () => {
    await openProvider(confirms ? 'beginProviderConfirmation' : 'beginProviderSignIn');
    setIsOpen(true);
  });
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(
    () =>
      onProviderDone(async () => {
        const { data } = await call('getSession');
        if (data.signed_in) done.current(data);
      }),
    [],
  );
  if (provider === null) return null;
  const label = confirms ? text.confirm.withProvider(provider) : text.signIn.withProvider(provider);
  return (
    <>
      <Face label={label} busy={action.busy} onClick={() => void action.run()} />
      {isOpen && <p role="status">{text.signIn.inOtherWindow}</p>}
      <ActionFailed error={action.error} />
    </>
  );
}
