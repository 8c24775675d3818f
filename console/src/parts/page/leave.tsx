/** Asks before a page is left with something on it that is nowhere else: by a link, by Back, or with the window. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { Dialog } from './dialog.tsx';
import { useLeaving } from './leaving.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the button. */
  readonly go: string;
}

interface LeaveOptions {
  /** The entries are being saved, and the form leaves the page itself afterwards. */
  readonly isSaving?: boolean;
  /** It outlives the page, though not the window. */
  readonly isKeptByWindow?: boolean;
}

export interface LeaveGuard {
  /** The dialog, while it asks. */
  readonly dialog: ReactNode;
  /** The next way out is meant. */
  readonly allow: () => void;
  /** Does what throws away what is there, after asking where there is something. */
  readonly ask: (go: () => void) => void;
}

export function useAskBeforeLeaving(
  unsafe: boolean,
  { title, text, go }: Question,
  { isSaving = false, isKeptByWindow = false }: LeaveOptions = {},
): LeaveGuard {
  const { act } = useText();
  const { keep } = useLeaving();
  const [leave, setLeave] = useState<() => void>();
  const allowed = useRef(false);
  const saving = useRef(isSaving);
  const field = useRef<HTMLElement>(null);
  useEffect(() => {
    saving.current = isSaving;
  });
  const allow = () => {
    allowed.current = true;
  };

  useEffect(() => {
    if (!unsafe) return;
    const look = () => {
      const { activeElement: now } = document;
      if (now instanceof HTMLElement && now.matches('main :is(input, textarea), form :is(input, textarea)'))
        field.current = now;
    };
    look();
    document.addEventListener('focusin', look);
    const release = keep({
      lets: (way) => allowed.current || (way === 'link' && saving.current) || (way !== 'window' && isKeptByWindow),
      ask: (goes) => setLeave(() => goes),
    });
    return () => {
      document.removeEventListener('focusin', look);
      release();
      allowed.current = false;
      setLeave(undefined);
    };
  }, [unsafe, isKeptByWindow, keep]);

  const stay = () => setLeave(undefined);
  const dialog = leave && unsafe && (
    <Dialog title={title} onClose={stay} before={field.current}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={stay}>
            {act.stay}
          </Button>
          <Button
            color="red"
            onClick={() => {
              allow();
              stay();
              leave();
            }}
          >
            {go}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
  return { dialog, allow, ask: (goes) => (unsafe ? setLeave(() => goes) : goes()) };
}

/** Asks before a form with typed entries is left. */
export function useKeepTyped(typed: boolean, isSaving: boolean): LeaveGuard {
  const { leave } = useText();
  return useAskBeforeLeaving(typed, leave, { isSaving });
}
