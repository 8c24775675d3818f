/** The secret, shown once. */
import { Button, Group } from '@mantine/core';
import type { PartnerWithSecret } from '@timebank/contract/console';
import { Download, KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { call } from '../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { MINUTE_MS } from '../i18n/time.ts';
import { saveText } from '../parts/page/download.ts';
import { Notice } from '../parts/page/notice.tsx';
import { succeeded } from '../parts/page/notify.ts';
import { Card, Page } from '../parts/page/page.tsx';
import { ActionFailed, Empty } from '../parts/page/states.tsx';
import { useHandover } from '../parts/shell/secret-context.tsx';
import { Code } from '../parts/values/code.tsx';
import { CopyButton } from '../parts/values/copy-button.tsx';
import { EndpointSecret } from './secret/endpoint-secret.tsx';
import { FirstCall } from './secret/first-call.tsx';

export default function Secret() {
  const text = useText();
  const { slug } = useCommunity();
  const { partnerId } = useParams<{ partnerId: string }>();
  const { secret, forget } = useHandover();
  useEffect(() => forget, [forget]);
  const href = `/c/${slug}/partners/${partnerId}`;
  if (!secret || String(secret.partner.id) !== partnerId) {
    return (
      <Page title={text.secret.goneTitle} back={{ href: `/c/${slug}/partners`, label: text.partner.toList }}>
        <Empty
          icon={KeyRound}
          title={text.secret.goneTitle}
          action={
            <Button component={Link} href={`${href}/secrets`}>
              {text.secret.toPartner}
            </Button>
          }
        >
          {text.secret.gone}
        </Empty>
      </Page>
    );
  }
  if ('secret' in secret) return <EndpointSecret made={secret} href={href} />;
  return <ShownSecret secret={secret} href={href} />;
}

function ShownSecret({ secret, href }: { secret: PartnerWithSecret; href: string }) {
  const text = useText();
  const { partner, client_id, client_secret } = secret;
  const installation = useRead('getInstallation', {}, { staleTime: MINUTE_MS });
  const url = installation.data?.data.partner_api_url;
  return (
    <Page
      title={text.secret.title(partner.name)}
      narrow
      action={
        <Button variant="default" component={Link} href={href}>
          {text.secret.done}
        </Button>
      }
    >
      <Notice tone="wait" title={text.secret.once}>
        {text.secret.onceLead}
      </Notice>
      <Card>
        <div className="secret-pair">
          <div>
            <p className="label">{text.secret.clientId}</p>
            <Code>{client_id}</Code>
          </div>
          <CopyButton value={client_id} thing={text.secret.clientIdName} />
        </div>
        <div className="secret-pair">
          <div>
            <p className="label">{text.secret.clientSecret}</p>
            <Code>{client_secret}</Code>
          </div>
        </div>
        <Group mt="md">
          <CopyButton primary value={client_secret} thing={text.secret.secretName} label={text.secret.copySecret} />
          <DownloadButton secret={secret} />
        </Group>
      </Card>
      <Card title={text.secret.lightTitle}>
        <FirstCall partner={partner} credentialId={secret.credential_id} letIn={<LetIn secret={secret} />} />
      </Card>
      {url && (
        <Card
          title={text.secret.curl}
          lead={text.secret.curlLead}
          action={<CopyButton value={curlLine(url, client_id, client_secret)} thing={text.secret.curlName} />}
        >
          <Code block>{curlLine(url, client_id, client_secret)}</Code>
        </Card>
      )}
    </Page>
  );
}

function DownloadButton({ secret: { partner, client_id, client_secret } }: { secret: PartnerWithSecret }) {
  const text = useText();
  const save = () => {
    const lines = [
      `# ${text.secret.file(partner.name.replaceAll(/\s+/g, ' '))}`,
      `client_id=${client_id}`,
      `client_secret=${client_secret}`,
    ];
    saveText(`timebank-${client_id}.txt`, `${lines.join('\n')}\n`);
  };
  return (
    <Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={save}>
      {text.secret.download}
    </Button>
  );
}

/** A partner that waits can be let in from here. */
function LetIn({ secret }: { secret: PartnerWithSecret }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const [done, setDone] = useState(false);
  const action = useAction(async () => {
    await call('setPartnerStatus', { params: { slug, partnerId: secret.partner.id }, body: { status: 'active' } });
    setDone(true);
    succeeded(text.partner.activated);
    void refresh('listPartners', 'getPartner');
  });
  if (done || !can('partners.write')) return null;
  return (
    <>
      <ActionFailed error={action.error} />
      <Button variant="default" loading={action.busy} onClick={() => void action.run()}>
        {text.secret.letIn}
      </Button>
    </>
  );
}

/** A line for a terminal; every part is safe between single quotes. */
function curlLine(url: string, clientId: string, clientSecret: string): string {
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  return `curl -sS '${url}/oauth/token' -H 'Content-Type: application/json' -d '${body}'`;
}
