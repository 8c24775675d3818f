/** A sheet as it will be printed, over the whole window: what is on paper is seen before it is printed. */
import { Button, CloseButton, Modal } from '@mantine/core';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import '../../styles/print.css';

interface PaperProps {
  title: string;
  /** What the person chooses about the sheet. */
  options?: ReactNode;
  /** Whether the paper lies on its long side. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Paper({ title, options, wide, onClose, children }: PaperProps) {
  const text = useText();
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      transitionProps={{ duration: 0 }}
      classNames={{ root: 'paper-root', inner: 'paper-inner', content: 'paper-content', body: 'paper-body' }}
    >
      <Modal.Content aria-label={title}>
        <Modal.Body>
          <div className="paper-bar">
            <PrintButton autoFocus />
            {options}
            <CloseButton className="paper-close" size="lg" aria-label={text.act.close} onClick={onClose} />
          </div>
          <SheetOfPaper label={title} {...(wide ? { wide } : {})}>
            {children}
          </SheetOfPaper>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What is printed; where it is wider than the window, the keyboard moves it, too. */
export function SheetOfPaper({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus
    <section className="paper" aria-label={label} tabIndex={0} data-wide={wide || undefined}>
      {children}
    </section>
  );
}

/** Prints what lies on the screen's sheet. */
export function PrintButton({ autoFocus }: { autoFocus?: boolean }) {
  const text = useText();
  return (
    <Button
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      leftSection={<Printer size={16} />}
      onClick={() => window.print()}
    >
      {text.list.print}
    </Button>
  );
}
