/** The secret, shown once. */

import { Button, Group, Stack } from '@mantine/core';
import { Download, KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { call, refresh, useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../console/src/i18n/time.ts';
import { saveText } from '../../../console/src/parts/page/download.ts';
import { useAskBeforeLeaving } from '../../../console/src/parts/page/leave.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Empty, LoadFailed, Notice, succeeded } from '../../../console/src/parts/page/states.tsx';
import { CopyButton } from '../../../console/src/parts/values/copy-button.tsx';
import { ButtonTo } from '../../../console/src/parts/values/to.tsx';
import { Code } from '../../../console/src/parts/values/values.tsx';
import type { HandOverIssued, HandOverKit } from '../contract/hand-over.ts';
import type { Partner, PartnerWithSecret } from '../contract/partners.ts';
import { KitCards, SecretCard } from './parts/access-kit.tsx';
import { type SigningSecret, useHandover } from './parts/secret-context.tsx';

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

// The signing secret of a new webhook endpoint, shown once.

function EndpointSecret({ made, href }: { made: SigningSecret; href: string }) {
  const text = useText().webhooks;
  const { secret } = made;
  const { id, target_url } = made.subscription.subscription;
  const save = () => saveText(`timebank-${id}.txt`, `# ${text.secretFile(target_url)}\nsecret=${secret}\n`);
  return (
    <Page
      title={text.secretTitle}
      narrow
      action={<ButtonTo href={`${href}/webhooks/${id}`}>{text.secretDone}</ButtonTo>}
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
          <Button variant="default" leftSection={<Download size={16} />} onClick={save}>
            {text.secretDownload}
          </Button>
        </Group>
      </Card>
    </Page>
  );
}

// The light that turns green at the first call with a secret.

const ASK_EVERY_MS = 2_000;
/** A forgotten page does not ask for ever, nor keep the session alive. */
const WATCH_MS = 15 * MINUTE_MS;

function FirstCall({ partner, credentialId, letIn }: { partner: Partner; credentialId: number; letIn: ReactNode }) {
  const { text, format } = useLanguage();
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStopped(true), WATCH_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useRead(
    'getCredentialUse',
    { params: { partnerId: partner.id, credentialId }, quiet: true },
    { refetchInterval: (query) => (query.state.data?.data.first_used_at || stopped ? false : ASK_EVERY_MS) },
  );
  const use = data?.data;
  const used = use?.first_used_at;
  const failure = use?.last_failure;
  const causes = text.secret.causes as Readonly<Record<string, string | ((code: string) => string)>>;
  const causeText = (code: string): string => {
    const known = causes[code];
    return typeof known === 'string' ? known : text.secret.causes.other(code);
  };
  return (
    <div className="light" data-on={Boolean(used) || undefined}>
      <div className="light-row" role="status">
        <span className="light-lamp" aria-hidden="true" />
        <div>
          <p className="light-title">{used ? text.secret.used : stopped ? text.secret.stopped : text.secret.waiting}</p>
          <p className="quiet">
            {used
              ? use.last_used_address
                ? text.secret.usedFrom(format.relative(used), use.last_used_address)
                : text.secret.usedAt(format.relative(used))
              : !stopped && text.secret.waitingHint}
          </p>
        </div>
      </div>
      {!used && failure && (
        <Notice tone="wait" title={text.secret.failed(format.relative(failure.at), failure.address ?? '?')}>
          {causeText(failure.cause ?? failure.error)}
        </Notice>
      )}
      {!used && partner.status === 'pending' && letIn}
    </div>
  );
}

// The other way to hand the secret over: a link that the partner's developer opens once.

function HandOverLink({ secret, onCopied }: { secret: PartnerWithSecret; onCopied: () => void }) {
  const { link: text } = useText().access;
  const format = useFormat();
  const { slug } = useCommunity();
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
