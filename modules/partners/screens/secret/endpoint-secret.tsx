/** The signing secret of a new webhook endpoint, shown once. */
import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { useText } from '../../../../console/src/i18n/text.ts';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { Card, Page } from '../../../../console/src/parts/page/page.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import type { SigningSecret } from '../parts/secret-context.tsx';

export function EndpointSecret({ made, href }: { made: SigningSecret; href: string }) {
  const text = useText().webhooks;
  const { secret } = made;
  const { id, target_url } = made.subscription.subscription;
  const save = () => saveText(`timebank-${id}.txt`, `# ${text.secretFile(target_url)}\nsecret=${secret}\n`);
  return (
    <Page
      title={text.secretTitle}
      narrow
      action={
        <Button variant="default" component={Link} href={`${href}/webhooks/${id}`}>
          {text.secretDone}
        </Button>
      }
    >
      <Notice tone="wait" title={text.secretOnce}>
        {text.secretLead}
      </Notice>
      <Card>
        <div className="secret-pair">
          <div>
            <p className="label">{text.target}</p>
            <Code>{target_url}</Code>
          </div>
        </div>
        <div className="secret-pair">
          <div>
            <p className="label">{text.secret}</p>
            <Code>{secret}</Code>
          </div>
        </div>
        <Group mt="md">
          <CopyButton primary value={secret} thing={text.secretName} label={text.secretCopy} />
          <Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={save}>
            {text.secretDownload}
          </Button>
        </Group>
      </Card>
    </Page>
  );
}
