/** Recovery codes, shown once. */
import { Button, Group, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { useText } from '../../i18n/text.ts';
import { saveText } from '../../parts/page/download.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { CopyButton } from '../../parts/values/copy-button.tsx';

export function RecoveryCodesShown({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = useText();
  const all = codes.join('\n');
  return (
    <Stack gap="md">
      <Notice tone="wait" title={text.account.codesTitle}>
        {text.account.codesLead}
      </Notice>
      <ol className="codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <CopyButton value={all} thing={text.account.codesName} />
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
          onClick={() => saveText('timebank-recovery-codes.txt', `${all}\n`)}
        >
          {text.account.codesDownload}
        </Button>
        <Button onClick={onKept}>{text.account.codesKept}</Button>
      </Group>
    </Stack>
  );
}
