/** A dialog. The focus goes back to where it was, or to the heading where that is gone (WCAG 2.4.3). */
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';

export function Dialog({
  title,
  onClose,
  locked,
  before: given,
  covered,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Whether only its own buttons close it. */
  locked?: boolean;
  /** The element that gets the focus back, if not the one that has it. */
  before?: HTMLElement | null;
  /** Another dialog covers it. */
  covered?: boolean;
  children: ReactNode;
}) {
  const text = useText();
  const [before] = useState(() => given ?? document.activeElement);
  useEffect(
    () => () => {
      // When everything that goes with the dialog has gone.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const back = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (back ? before : document.querySelector<HTMLElement>('h1'))?.focus();
      });
    },
    [before],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      {...(covered ? { closeOnEscape: false, inert: true } : {})}
      {...(locked
        ? { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false }
        : { closeButtonProps: { 'aria-label': text.act.close } })}
    >
      {children}
    </Modal>
  );
}
