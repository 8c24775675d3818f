/** Recovery codes, shown once: the focus goes to them, and leaving without them asks. */
import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { saveText } from '../../parts/page/download.ts';
import { useAskBeforeLeaving } from '../../parts/page/leave.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { CopyButton } from '../../parts/values/copy-button.tsx';

export function RecoveryCodesShown({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = useText();
  const all = codes.join('\n');
  const { dialog } = useAskBeforeLeaving(true, text.account.codesLeave);
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <section className="stack" ref={region} tabIndex={-1} aria-label={text.account.codesTitle}>
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
          onClick={() => saveText(`${text.account.codesFile}.txt`, `${all}\n`)}
        >
          {text.account.codesDownload}
        </Button>
        <Button onClick={onKept}>{text.account.codesKept}</Button>
      </Group>
      {dialog}
    </section>
  );
}
