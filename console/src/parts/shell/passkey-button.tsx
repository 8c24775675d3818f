import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import type { SignedIn } from '../../../desk/contract/session.ts';
import { useAction } from '../../api/hooks.ts';
import { passkeySupport, signInWithPasskey } from '../../api/passkeys.ts';
import { ActionFailed } from '../page/states.tsx';

/** Signs in with a passkey of this browser; nothing where it can have none. */
export function PasskeyButton({ label, onDone }: { label: string; onDone: (session: SignedIn) => void }) {
  const action = useAction(async () => onDone(await signInWithPasskey()));
  if (passkeySupport() !== 'yes') return null;
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<KeyRound size={16} />}
        loading={action.busy}
        onClick={() => void action.run()}
      >
        {label}
      </Button>
      <ActionFailed error={action.error} />
    </>
  );
}
