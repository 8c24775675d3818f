import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Action } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Dialog } from './dialog.tsx';
import { ActionFailed } from './states.tsx';

/** Asks before something that is hard to take back. Stays open, with the reason, when it fails. */
export function Confirm<Args extends readonly unknown[]>({
  title,
  children,
  go,
  danger,
  action,
  args,
  disabled,
  onClose,
}: {
  title: string;
  children?: ReactNode;
  /** What the button says: the act itself. */
  go: string;
  danger?: boolean;
  action: Action<Args>;
  args: Args;
  disabled?: boolean;
  onClose: () => void;
}) {
  const text = useText();
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        className="dialog"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await action.run(...args)) onClose();
        }}
      >
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        <ActionFailed error={action.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.act.cancel}
          </Button>
          <Button type="submit" color={danger ? 'red' : 'harbour'} loading={action.busy} disabled={disabled ?? false}>
            {go}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
