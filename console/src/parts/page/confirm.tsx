import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Action } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Dialog } from './dialog.tsx';
import { useKeepTyped } from './leave.tsx';
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
  /** The label of the button: the act itself. */
  go: string;
  danger?: boolean;
  action: Action<Args>;
  /** What the act takes, where it takes something. */
  args?: Args;
  disabled?: boolean;
  onClose: () => void;
}) {
  const text = useText();
  const untouched = useRef<string>(undefined);
  const [typed, setTyped] = useState(false);
  const { dialog: question, ask } = useKeepTyped(typed, action.busy);
  const close = () => ask(onClose);
  return (
    <Dialog onClose={close} title={title} covered={Boolean(question)}>
      <form
        className="dialog"
        ref={(form) => {
          if (form) untouched.current ??= contentOf(form);
        }}
        onChange={({ currentTarget }) => setTyped(contentOf(currentTarget) !== untouched.current)}
        onSubmit={async (event) => {
          event.preventDefault();
          if (await action.run(...((args ?? []) as Args))) onClose();
        }}
      >
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        <ActionFailed error={action.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {text.act.cancel}
          </Button>
          <Button type="submit" color={danger ? 'red' : 'harbour'} loading={action.busy} disabled={disabled ?? false}>
            {go}
          </Button>
        </Group>
      </form>
      {question}
    </Dialog>
  );
}

/** The contents of the fields: equal again once a change is taken back. */
function contentOf(form: HTMLFormElement): string {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return JSON.stringify(
    fields.map((field) => (field instanceof HTMLInputElement && field.type in TICKED ? field.checked : field.value)),
  );
}

const TICKED = { checkbox: true, radio: true };
