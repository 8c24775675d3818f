/** Below a form of things that can be changed: back to what is stored, or save. */
import { Button, Group } from '@mantine/core';
import { useText } from '../../i18n/text.ts';

export function SaveActions({ changed, busy, reset }: { changed: boolean; busy: boolean; reset: () => void }) {
  const text = useText();
  return (
    <Group justify="flex-end" className="form-actions">
      {changed && (
        <Button variant="default" onClick={reset}>
          {text.act.cancel}
        </Button>
      )}
      <Button type="submit" loading={busy} disabled={!changed}>
        {text.act.save}
      </Button>
    </Group>
  );
}
