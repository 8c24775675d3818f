/** A button that copies a value. Not among the values that every screen has: it would weigh on the first one. */

import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useText } from '../../i18n/text.ts';

interface CopyButtonProps {
  value: string;
  thing: string;
  label?: string;
  primary?: boolean;
  onCopied?: () => void;
}

/** Copies, and says so. `thing` names what is copied, for screen readers. */
export function CopyButton({ value, thing, label, primary, onCopied }: CopyButtonProps) {
  const text = useText();
  const { copied, copy } = useClipboard({ timeout: 2500 });
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      leftSection={copied ? <Check size={16} /> : <Copy size={16} />}
      onClick={() => {
        copy(value);
        onCopied?.();
      }}
      aria-label={copied ? text.act.copied : (label ?? text.act.copyThing(thing))}
      aria-live="polite"
    >
      {copied ? text.act.copied : (label ?? text.act.copy)}
    </Button>
  );
}
