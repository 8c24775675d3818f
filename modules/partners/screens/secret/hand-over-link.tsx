/** The other way to hand the secret over: a link that the partner's developer opens once. */
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import type { HandOverIssued } from '../../contract/hand-over.ts';
import type { PartnerWithSecret } from '../../contract/partners.ts';

export function HandOverLink({ secret, onCopied }: { secret: PartnerWithSecret; onCopied: () => void }) {
  const { link: text } = useText().access;
  const format = useFormat();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [link, setLink] = useState<HandOverIssued>();
  const action = useAction(async () => {
    const params = { slug, partnerId: secret.partner.id, credentialId: secret.credential_id };
    setLink((await call('createHandOver', { params, body: { client_secret: secret.client_secret } })).data);
    void refresh('getPartner');
  });
  return (
    <Card title={text.title} lead={text.lead}>
      <Stack align="flex-start">
        <div role="status">{link && <p>{text.made}</p>}</div>
        {link && (
          <div onCopy={onCopied}>
            <p className="label">{text.url}</p>
            <Code>{link.url}</Code>
            <p className="quiet">
              {text.ends(format.exact(link.expires_at))} {text.first}
            </p>
          </div>
        )}
        <ActionFailed error={action.error} />
        {link ? (
          <CopyButton key={link.url} primary value={link.url} thing={text.name} label={text.copy} onCopied={onCopied} />
        ) : (
          <Button variant="default" loading={action.busy} onClick={() => void action.run()}>
            {text.make}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
