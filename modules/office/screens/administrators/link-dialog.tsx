/** A set-up link, shown once. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Dialog } from '../../../../console/src/parts/page/dialog.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';

export interface MadeLink {
  readonly url: string;
  readonly expiresAt: string;
}

export function LinkDialog({ link, onClose }: { link: MadeLink; onClose: () => void }) {
  const text = useText();
  const format = useFormat();
  return (
    <Dialog locked onClose={onClose} title={text.administrators.linkTitle}>
      <Stack>
        <Text>{text.administrators.linkText(format.dateTime(link.expiresAt))}</Text>
        <Code block>{link.url}</Code>
        <Group justify="flex-end">
          <CopyButton primary value={link.url} thing={text.administrators.linkName} />
          <Button variant="default" onClick={onClose}>
            {text.administrators.linkDone}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
