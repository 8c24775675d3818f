/** How values are shown: each in one way on every screen. */

import { Anchor } from '@mantine/core';
import type { CommunityKind } from '@timebank/contract/words';
import type { ReactNode } from 'react';
import { useFormat, useText } from '../../i18n/text.ts';
import { To } from './to.tsx';

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

/** A value that is copied as it is: an id, a key, a line for a terminal. */
export function Code({ children, block }: { children: string; block?: boolean }) {
  return block ? (
    <pre className="code-block">
      <code>{children}</code>
    </pre>
  ) : (
    <code className="code">{children}</code>
  );
}

/** A point in time: how long ago, exactly on demand. */
export function Time({ at, exact }: { at: string; exact?: boolean }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exact(at)}>
      {exact ? format.exact(at) : format.relative(at)}
    </time>
  );
}

// Numbers that a telephone dials when they are pressed, one to a line, each whole and with room to press it.

export function Phones({ phones }: { phones: readonly (string | null)[] }) {
  const known = phones.filter((one) => one !== null && one !== '');
  if (known.length === 0) return <span className="quiet">–</span>;
  return known.map((one) => (
    <div key={one} className="phone">
      <Anchor href={`tel:${one?.replace(/[^+\d]/g, '')}`}>{one}</Anchor>
    </div>
  ));
}

// Who a row is about: two of one name are told apart by the member's number, which is shown wherever a name is.

/** The name with the number in a sentence: `Anna Berger (M-7)`. */
export const nameWithNumber = (name: string, number: string | null | undefined) =>
  number ? `${name} (${number})` : name;

/**
 * The name as a list that is sorted by family names shows it, so that its order can be seen: `Berger, Anna`. A name that
 * does not end with the family name stays whole behind it: `Berger (Oma Lisbeth)`.
 */
export function listedName(name: string, familyName: string | null): string {
  if (!familyName || name === familyName) return name;
  const given = name.endsWith(` ${familyName}`) ? name.slice(0, -familyName.length).trim() : undefined;
  return given ? `${familyName}, ${given}` : `${familyName} (${name})`;
}

interface NumberedNameProps {
  href: string;
  name: string;
  number: string | null | undefined;
  strong?: boolean;
}

/**
 * The name as a link, the number quietly beside it.
 * @param strong it is what the row is about
 */
export function NumberedName({ href, name, number, strong }: NumberedNameProps) {
  return (
    <To href={href} {...(strong ? { className: 'row-link' } : {})}>
      {name}
      {number && <span className="quiet"> {number}</span>}
    </To>
  );
}

/** The mark of a sandbox. What is live is the usual case, and has none. */
export function KindTag({ kind }: { kind: CommunityKind }) {
  const text = useText();
  return kind === 'live' ? null : <Tag tone="quiet">{text.kind[kind]}</Tag>;
}
