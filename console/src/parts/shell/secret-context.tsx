/**
 * A secret on its way from the act that made it to the screen that shows it: in memory only, never in the address, the
 * history or a storage, and forgotten when the screen is left.
 */
import type { Partner, PartnerSubscriptionWithSecret, PartnerWithSecret } from '@timebank/contract/console';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/** What deliveries to an endpoint of a partner are signed with. */
export type SigningSecret = PartnerSubscriptionWithSecret & { readonly partner: Partner };

interface Handover {
  readonly secret: PartnerWithSecret | SigningSecret | undefined;
  readonly hand: (secret: PartnerWithSecret | SigningSecret) => void;
  readonly forget: () => void;
  /** Told of Back and Forward before the routes are. */
  readonly watchBack: (watcher: BackWatcher | undefined) => void;
}

type BackWatcher = (event: PopStateEvent) => void;

const Context = createContext<Handover | undefined>(undefined);

export function HandedOver({ children }: { children: ReactNode }) {
  const [secret, hand] = useState<PartnerWithSecret | SigningSecret>();
  const forget = useCallback(() => hand(undefined), []);
  useEffect(() => {
    // A page kept for "Back" from another site would still hold it.
    window.addEventListener('pagehide', forget);
    return () => window.removeEventListener('pagehide', forget);
  }, [forget]);
  const watcher = useRef<BackWatcher>(undefined);
  const watchBack = useCallback((one: BackWatcher | undefined) => {
    watcher.current = one;
  }, []);
  // Listeners of a window are called in the order in which they came; the routes' come with the effects after these.
  useLayoutEffect(() => {
    const told = (event: PopStateEvent) => watcher.current?.(event);
    window.addEventListener('popstate', told);
    return () => window.removeEventListener('popstate', told);
  }, []);
  const value = useMemo(() => ({ secret, hand, forget, watchBack }), [secret, forget, watchBack]);
  return <Context value={value}>{children}</Context>;
}

export function useHandover(): Handover {
  const handover = useContext(Context);
  if (!handover) throw new Error('no handover');
  return handover;
}
