/** A dialog. The focus goes back to where it was, or to the heading where that is gone (WCAG 2.4.3). */
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether only its own buttons close it. */
  locked?: boolean;
  /** The element that gets the focus back, if not the one that has it. */
  before?: HTMLElement | null;
  /** Another dialog covers it. */
  covered?: boolean;
  children: ReactNode;
}

export function Dialog({ title, onClose, locked, before: given, covered, children }: DialogProps) {
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
      // Mantine listens on the window: Esc would close every dialog that is open, and not the one that has the focus.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || isOwnEscape(event.target)) return;
        event.stopPropagation();
        if (!locked) onClose();
      }}
      {...(covered ? { inert: true } : {})}
      {...(locked
        ? { withCloseButton: false, closeOnClickOutside: false }
        : { closeButtonProps: { 'aria-label': text.act.close } })}
    >
      <div className="dialog-body" ref={markFirstField}>
        {children}
      </div>
    </Modal>
  );
}

/** The first field gets the focus, where there is one that is typed into: otherwise it would be on the cross. */
function markFirstField(body: HTMLElement | null): void {
  const fields = 'input:is(:not([type]), [type="text"], [type="date"], [type="password"]), textarea';
  if (body?.querySelector('[data-autofocus]')) return;
  const first = [...(body?.querySelectorAll<HTMLInputElement>(fields) ?? [])].find(
    (one) => !one.disabled && !one.readOnly,
  );
  first?.setAttribute('data-autofocus', 'true');
}

/** An open list closes first. */
const isOwnEscape = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
