/** The light that turns green at the first call with a secret. */

import { type ReactNode, useEffect, useState } from 'react';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import type { Partner } from '../../contract/partners.ts';

const ASK_EVERY_MS = 2_000;
/** A forgotten page does not ask for ever, nor keep the session alive. */
const WATCH_MS = 15 * MINUTE_MS;

export function FirstCall({
  partner,
  credentialId,
  letIn,
}: {
  partner: Partner;
  credentialId: number;
  letIn: ReactNode;
}) {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStopped(true), WATCH_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useRead(
    'getCredentialUse',
    { params: { slug, partnerId: partner.id, credentialId }, quiet: true },
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
