/** Below a form of things that can be changed: back to what is stored, or save. */
import { Button, Group } from '@mantine/core';
import { useText } from '../../i18n/text.ts';

interface SaveActionsProps {
  changed: boolean;
  busy: boolean;
  reset: () => void;
  /** Of a form that was opened: leaves it where nothing was changed. */
  close?: () => void;
  /** Where a screen has two such forms, one of them says what it saves. */
  label?: string;
}

export function SaveActions({ changed, busy, reset, close, label }: SaveActionsProps) {
  const text = useText();
  return (
    <Group justify="flex-end" className="form-actions">
      {(changed || close) && (
        <Button variant="default" onClick={changed ? reset : close}>
          {changed ? text.act.cancel : text.act.close}
        </Button>
      )}
      <Button type="submit" loading={busy} disabled={!changed}>
        {label ?? text.act.save}
      </Button>
    </Group>
  );
}
