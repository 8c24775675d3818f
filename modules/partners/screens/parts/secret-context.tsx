/**
 * A secret on its way from the act that made it to the screen that shows it: in memory only, never in the address, the
 * history or a storage, and forgotten when the screen is left.
 */

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Partner, PartnerWithSecret } from '../../contract/partners.ts';
import type { PartnerSubscriptionWithSecret } from '../../contract/webhooks.ts';

/** The secret that signs deliveries to an endpoint of a partner. */
export type SigningSecret = PartnerSubscriptionWithSecret & { readonly partner: Partner };

interface Handover {
  readonly secret: PartnerWithSecret | SigningSecret | undefined;
  readonly hand: (secret: PartnerWithSecret | SigningSecret) => void;
  readonly forget: () => void;
}

const Context = createContext<Handover | undefined>(undefined);

export function HandedOver({ children }: { children: ReactNode }) {
  const [secret, hand] = useState<PartnerWithSecret | SigningSecret>();
  const forget = useCallback(() => hand(undefined), []);
  useEffect(() => {
    // A page kept for "Back" from another site would still hold it.
    window.addEventListener('pagehide', forget);
    return () => window.removeEventListener('pagehide', forget);
  }, [forget]);
  const value = useMemo(() => ({ secret, hand, forget }), [secret, forget]);
  return <Context value={value}>{children}</Context>;
}

export function useHandover(): Handover {
  const handover = useContext(Context);
  if (!handover) throw new Error('no handover');
  return handover;
}
