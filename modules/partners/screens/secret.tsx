/** The secret, shown once. */
import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { call } from '../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../console/src/i18n/time.ts';
import { useAskBeforeLeaving } from '../../../console/src/parts/page/leave.tsx';
import { Notice } from '../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../console/src/parts/page/notify.ts';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Empty, LoadFailed } from '../../../console/src/parts/page/states.tsx';
import type { HandOverKit } from '../contract/hand-over.ts';
import type { PartnerWithSecret } from '../contract/partners.ts';
import { KitCards, SecretCard } from './parts/access-kit.tsx';
import { useHandover } from './parts/secret-context.tsx';
import { EndpointSecret } from './secret/endpoint-secret.tsx';
import { FirstCall } from './secret/first-call.tsx';
import { HandOverLink } from './secret/hand-over-link.tsx';

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
  const access = useText().access;
  const { partner } = secret;
  const installation = useRead('getInstallation', {}, { staleTime: MINUTE_MS });
  const { name: community } = useCommunity();
  const [kept, setKept] = useState(false);
  const keep = () => setKept(true);
  const { dialog, allow } = useAskBeforeLeaving(!kept, access.leave);
  const kit = installation.data && kitOf(secret, community, installation.data.data);
  return (
    <Page
      title={text.secret.title(partner.name)}
      narrow
      action={
        <Button variant="default" component={Link} href={href} onClick={allow}>
          {text.secret.done}
        </Button>
      }
    >
      <Notice tone="wait" title={text.secret.once}>
        {text.secret.onceLead}
      </Notice>
      {installation.error && <LoadFailed error={installation.error} retry={() => void installation.refetch()} />}
      {kit && <SecretCard kit={kit} onKept={keep} />}
      <HandOverLink secret={secret} onCopied={keep} />
      <Card title={text.secret.lightTitle}>
        <FirstCall partner={partner} credentialId={secret.credential_id} letIn={<LetIn secret={secret} />} />
      </Card>
      {kit && <KitCards kit={kit} onKept={keep} />}
      {dialog}
    </Page>
  );
}

/** Where partners call, and read how. */
interface Addresses {
  readonly partner_api_url: string;
  readonly docs_url: string;
}

function kitOf(secret: PartnerWithSecret, community: string, installation: Addresses): HandOverKit {
  const { partner, client_id, client_secret } = secret;
  return {
    ...{ community, partner: partner.name, partner_status: partner.status, environment: partner.environment },
    ...{ api_url: installation.partner_api_url, token_url: `${installation.partner_api_url}/oauth/token` },
    ...{ docs_url: installation.docs_url, client_id, client_secret, secret_expires_at: null },
    ...{ scopes: partner.scopes, allowed_addresses: partner.allowed_addresses },
    rate_limit_per_minute: partner.rate_limit_per_minute,
  };
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
