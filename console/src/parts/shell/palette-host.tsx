/** Opens the search over everything: by a button, or by Ctrl-K (Cmd-K on a Mac) wherever one is. */
import { Button, Modal, TextInput } from '@mantine/core';
import type { OwnMembership } from '@timebank/contract/console';
import { Search } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { whenIdle } from './idle.ts';
import { screen } from './screen.ts';

const load = () => import('./palette.tsx');
const Palette = screen(load);

/** How a button anywhere in the frame tells the one host. */
const OPEN = 'timebank-search';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export function SearchButton() {
  const text = useText();
  return (
    <Button
      variant="default"
      className="search-button"
      leftSection={<Search size={16} aria-hidden="true" />}
      rightSection={<span aria-hidden="true">{isMac() ? '⌘K' : text.nav.searchKey}</span>}
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      onClick={() => document.dispatchEvent(new Event(OPEN))}
    >
      {text.nav.search}
    </Button>
  );
}

export function PaletteHost({ community }: { community: OwnMembership }) {
  const [isOpen, setOpen] = useState(false);
  const cameFrom = useRef<Element>(null);
  useEffect(() => {
    const open = () => {
      // A dialog that is open wants an answer first.
      if (document.querySelector('[role="dialog"]')) return;
      cameFrom.current = document.activeElement;
      setOpen(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = isMac() ? event.metaKey : event.ctrlKey;
      if (!wanted || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      // The browser's own would leave the page for its search field.
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener(OPEN, open);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener(OPEN, open);
    };
  }, []);
  /** Gives the focus back, but not where a screen opens, whose heading takes it. */
  const close = useCallback((isLeaving: boolean) => {
    setOpen(false);
    const from = cameFrom.current;
    if (!isLeaving && from instanceof HTMLElement) requestAnimationFrame(() => from.focus());
  }, []);
  useEffect(() => whenIdle(() => void load().catch(() => {})), []);
  return isOpen && <PaletteDialog community={community} close={close} />;
}

/** Holds what is typed, so that no key is lost while the search itself is still being loaded. */
function PaletteDialog({ community, close }: { community: OwnMembership; close: (isLeaving: boolean) => void }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [awaited, setAwaited] = useState<string>();
  const type = (now: string) => {
    setTyped(now);
    setAwaited(undefined);
  };
  return (
    <Modal
      opened
      onClose={() => close(false)}
      title={text.nav.search}
      size={640}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': text.act.close }}
      classNames={{ body: 'palette' }}
    >
      <Suspense
        fallback={
          <TextInput
            data-autofocus
            aria-label={text.nav.search}
            leftSection={<Search size={18} aria-hidden="true" />}
            size="md"
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={({ key }) => key === 'Enter' && setAwaited(typed.trim())}
          />
        }
      >
        <Palette community={community} close={close} typed={typed} type={type} awaited={awaited} awaits={setAwaited} />
      </Suspense>
    </Modal>
  );
}
