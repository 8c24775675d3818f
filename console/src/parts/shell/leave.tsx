/** Asks before a page is left with something on it that is nowhere else: by a link, by Back, or with the window. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction } from '../../api/hooks.ts';
import { Confirm } from '../page/confirm.tsx';
import { useHandover } from './secret-context.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says. */
  readonly go: string;
}

export interface LeaveGuard {
  /** The dialog, while it asks. */
  readonly dialog: ReactNode;
  /** The next way out is meant. */
  readonly allow: () => void;
}

export function useAskBeforeLeaving(unsafe: boolean, { title, text, go }: Question): LeaveGuard {
  const [leave, setLeave] = useState<() => void>();
  const allowed = useRef(false);
  const { watchBack } = useHandover();
  const allow = () => {
    allowed.current = true;
  };
  const action = useAction(async () => {
    allow();
    leave?.();
  });

  useEffect(() => {
    if (!unsafe) return;
    const own = window.location.href;
    const { history } = window;
    // Every way inside the console comes through these two: links, the menu, and what navigates by itself.
    const { pushState, replaceState } = history;
    const held =
      (original: History['pushState']): History['pushState'] =>
      (state, unused, url) => {
        const goes = () => original.call(history, state, unused, url);
        if (allowed.current || !url || new URL(url, own).href === own) goes();
        else setLeave(() => goes);
      };
    const goesBack = (event: PopStateEvent) => {
      if (allowed.current || window.location.href === own) return;
      // Back has left the address already: stay on the page, and put its address back.
      event.stopImmediatePropagation();
      pushState.call(history, null, '', own);
      setLeave(() => () => history.back());
    };
    const closes = (event: BeforeUnloadEvent) => {
      if (!allowed.current) event.preventDefault();
    };
    history.pushState = held(pushState);
    history.replaceState = held(replaceState);
    watchBack(goesBack);
    window.addEventListener('beforeunload', closes);
    return () => {
      history.pushState = pushState;
      history.replaceState = replaceState;
      watchBack(undefined);
      window.removeEventListener('beforeunload', closes);
    };
  }, [unsafe, watchBack]);

  const dialog = leave && unsafe && (
    <Confirm title={title} go={go} danger action={action} args={[]} onClose={() => setLeave(undefined)}>
      {text}
    </Confirm>
  );
  return { dialog, allow };
}
