/** Every way out of a page goes through here, and asks the part of the page that holds unsaved entries. */
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from 'react';

export interface Keeper {
  /** Whether the page may be left this way without asking. */
  readonly lets: (way: 'link' | 'back' | 'window') => boolean;
  readonly ask: (go: () => void) => void;
}

interface LeaveControl {
  /** Registers a keeper, which is asked first until the returned function is called. Of several the last is asked. */
  readonly keep: (keeper: Keeper) => () => void;
  /** Leaves the page once the keeper agrees. */
  readonly leave: (go: () => void) => void;
}

const Context = createContext<LeaveControl | undefined>(undefined);

const pageOf = ({ pathname, search }: URL | Location) => pathname + search;

export function LeavingAsks({ children }: { children: ReactNode }) {
  const kept = useRef<readonly (readonly [keeper: Keeper, href: string])[]>([]);
  const value = useMemo(() => {
    const closes = (event: BeforeUnloadEvent) => {
      if (kept.current.some(([keeper]) => !keeper.lets('window'))) event.preventDefault();
    };
    const set = (next: typeof kept.current) => {
      kept.current = next;
      // Listens only while something would be lost: the browser does not keep a listening page for its own Back.
      if (next.length > 0) window.addEventListener('beforeunload', closes);
      else window.removeEventListener('beforeunload', closes);
    };
    const keep = (keeper: Keeper) => {
      set([...kept.current, [keeper, window.location.href]]);
      return () => set(kept.current.filter(([one]) => one !== keeper));
    };
    const leave = (go: () => void) => {
      const [keeper] = kept.current.at(-1) ?? [];
      if (!keeper || keeper.lets('link')) go();
      else keeper.ask(go);
    };
    return { keep, leave };
  }, []);

  // Listeners of a window are called in the order in which they came; the routes' come with the effects after these.
  useLayoutEffect(() => {
    const { history } = window;
    // Every way inside the console comes through these two: links, the menu, and what navigates by itself.
    const { pushState, replaceState } = history;
    const held =
      (original: History['pushState']): History['pushState'] =>
      (state, unused, url) => {
        const goes = () => original.call(history, state, unused, url);
        const own = kept.current.at(-1)?.[1];
        if (!own || !url || pageOf(new URL(url, own)) === pageOf(new URL(own))) goes();
        else value.leave(goes);
      };
    const goesBack = (event: PopStateEvent) => {
      const [keeper, own = ''] = kept.current.at(-1) ?? [];
      if (!keeper || keeper.lets('back') || pageOf(window.location) === pageOf(new URL(own))) return;
      // Back has left the address already: stay on the page, and put its address back.
      event.stopImmediatePropagation();
      pushState.call(history, null, '', own);
      keeper.ask(() => history.back());
    };
    history.pushState = held(pushState);
    history.replaceState = held(replaceState);
    window.addEventListener('popstate', goesBack);
    return () => {
      history.pushState = pushState;
      history.replaceState = replaceState;
      window.removeEventListener('popstate', goesBack);
    };
  }, [value]);
  return <Context value={value}>{children}</Context>;
}

export function useLeaving(): LeaveControl {
  const leaving = useContext(Context);
  if (!leaving) throw new Error('nobody asks');
  return leaving;
}
