import type { ReactNode } from 'react';

export type Tone = 'good' | 'wait' | 'bad' | 'info';

/** A state in one word. The tone is never shown by colour alone. */
export function Tag({ tone, children }: { tone: Tone | 'quiet'; children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      <span className="tag-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
