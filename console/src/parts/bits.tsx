/** Small parts: a time, a copy button, a password, a question. */
import { Button, Group, Modal, PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Action } from '../api/hooks.ts';
import { useFormat, useText } from '../i18n/text.ts';
import { ActionFailed } from './page/states.tsx';

/** A point in time: how long ago, exactly on demand. */
export function Time({ at, exact }: { at: string; exact?: boolean }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exact(at)}>
      {exact ? format.exact(at) : format.relative(at)}
    </time>
  );
}

/** Copies, and says so. `thing` names what is copied, for screen readers. */
export function CopyButton({
  value,
  thing,
  label,
  primary,
}: {
  value: string;
  thing: string;
  label?: string;
  primary?: boolean;
}) {
  const text = useText();
  const { copied, copy } = useClipboard({ timeout: 2500 });
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      leftSection={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      onClick={() => copy(value)}
      aria-label={copied ? text.act.copied : (label ?? text.act.copyThing(thing))}
      aria-live="polite"
    >
      {copied ? text.act.copied : (label ?? text.act.copy)}
    </Button>
  );
}

/** A value that is copied as it is: an id, a key, a line for a terminal. */
export function Code({ children, block }: { children: string; block?: boolean }) {
  return block ? (
    <pre className="code-block">
      <code>{children}</code>
    </pre>
  ) : (
    <code className="code">{children}</code>
  );
}

export function PasswordField(props: PasswordInputProps) {
  const text = useText();
  return (
    <PasswordInput
      size="sm"
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': text.act.showPassword, tabIndex: 0 }}
    />
  );
}

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
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': text.act.close }}>
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
    </Modal>
  );
}
