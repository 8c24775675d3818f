/** The partner's developer opens a one-time link. A press of the button uses it up, so that no preview of a link does. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call, useAction, useRead } from '../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../console/src/i18n/text.ts';
import { useAskBeforeLeaving } from '../../../console/src/parts/page/leave.tsx';
import { ActionFailed, LoadFailed, Loading, Notice } from '../../../console/src/parts/page/states.tsx';
import { Front } from '../../../console/src/parts/shell/front.tsx';
import type { HandOverKit, HandOverLink } from '../contract/hand-over.ts';
import { KitCards, SecretCard } from './parts/access-kit.tsx';

export default function HandOver() {
  const { handOver: text } = useText().access;
  // The token is behind the #, as in a set-up link, and leaves the address at once.
  const [token] = useState(() => decodeURIComponent(window.location.hash.slice(1)) || openedBefore());
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(null, '', window.location.pathname);
  }, []);
  // Sets the cookie that the first request's CSRF token belongs to.
  const session = useRead('getSession', {}, { staleTime: Number.POSITIVE_INFINITY });
  const [link, setLink] = useState<HandOverLink>();
  const [kit, setKit] = useState<HandOverKit>();
  const reading = useAction(async () => setLink((await call('readHandOver', { body: { token } })).data));
  const opening = useAction(
    async () => {
      setKit((await call('openHandOver', { body: { token } })).data);
      // Worth nothing from now on, but it lets a page that is loaded again say what has become of the link.
      window.history.replaceState({ [OPENED]: token }, '');
    },
    // Another person was first, or it ended while this page was open: say which.
    (error) => void (error.code === 'hand_over_invalid' && reading.run()),
  );
  const ready = session.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as soon as there is a session to read it with
  useEffect(() => {
    if (token && ready) void reading.run();
  }, [token, ready]);
  useEffect(() => {
    // A page kept for "Back" from another site would still hold it.
    const forget = () => setKit(undefined);
    window.addEventListener('pagehide', forget);
    return () => window.removeEventListener('pagehide', forget);
  }, []);

  if (kit) return <Kit kit={kit} />;
  if (!token || reading.error?.code === 'hand_over_invalid') {
    return (
      <Front title={text.badTitle}>
        <Notice tone="wait">{token ? text.unknown : text.missing}</Notice>
      </Front>
    );
  }
  const failed = session.error ?? reading.error;
  if (failed) {
    const retry = () => void (session.error ? session.refetch() : reading.run());
    return (
      <Front title={text.title}>
        <LoadFailed error={failed} retry={retry} />
      </Front>
    );
  }
  if (!link) {
    return (
      <Front title={text.title} lead={text.checking}>
        <Loading rows={3} />
      </Front>
    );
  }
  if (link.status !== 'waiting') return <Ended link={link} />;
  return <Waiting link={link} opening={opening} />;
}

const OPENED = 'opened-hand-over';

/** The link that was opened on this page before it was loaded again. */
function openedBefore(): string {
  const state: unknown = window.history.state;
  const token = typeof state === 'object' && state && OPENED in state ? state[OPENED] : '';
  return typeof token === 'string' ? token : '';
}

function Waiting({ link, opening }: { link: HandOverLink; opening: ReturnType<typeof useAction<[]>> }) {
  const { handOver: text } = useText().access;
  const format = useFormat();
  return (
    <Front title={text.titleOf(link.partner)} lead={text.lead(link.partner, link.community)}>
      <Stack gap="md">
        <Text>{text.once}</Text>
        <ActionFailed error={opening.error} />
        <Button size="md" fullWidth loading={opening.busy} onClick={() => void opening.run()}>
          {text.open}
        </Button>
        <p className="quiet">{text.ends(format.exact(link.expires_at))}</p>
      </Stack>
    </Front>
  );
}

function Ended({ link }: { link: HandOverLink }) {
  const { handOver: text } = useText().access;
  const format = useFormat();
  const { status, community, created_by: person } = link;
  const [title, reason] =
    status === 'opened'
      ? [text.openedTitle, text.opened(format.exact(link.opened_at ?? ''), person, community)]
      : status === 'expired'
        ? [text.expiredTitle, text.expired(format.exact(link.expires_at), person, community)]
        : [text.revokedTitle, text.revoked(person, community)];
  return (
    <Front title={title}>
      <Notice tone="wait" role="status">
        {reason}
      </Notice>
    </Front>
  );
}

function Kit({ kit }: { kit: HandOverKit }) {
  const text = useText();
  const access = useText().access;
  const [kept, setKept] = useState(false);
  const keep = () => setKept(true);
  const { dialog } = useAskBeforeLeaving(!kept, { ...access.leave, text: access.handOver.leaveText });
  const { handOver } = access;
  return (
    <Front wide title={handOver.titleOf(kit.partner)} lead={handOver.lead(kit.partner, kit.community)}>
      <Notice tone="wait" role="status" title={handOver.shown}>
        {handOver.shownLead}
      </Notice>
      {kit.partner_status !== 'active' && (
        <Notice tone="wait" title={text.status[kit.partner_status]}>
          {handOver[kit.partner_status]}
        </Notice>
      )}
      {kit.environment === 'sandbox' && <Notice tone="info">{handOver.sandbox}</Notice>}
      <SecretCard kit={kit} onKept={keep} />
      <KitCards kit={kit} onKept={keep} />
      {dialog}
    </Front>
  );
}
