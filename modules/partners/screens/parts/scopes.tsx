/** The permissions of a partner. */

import { Check } from 'lucide-react';
import { useText } from '../../../../console/src/i18n/text.ts';
import type { Partner } from '../../contract/partners.ts';

export type Scope = Partner['scopes'][number];

/** The scopes by group, in the order in which they are explained. */
export const SCOPE_GROUPS: Readonly<Record<'see' | 'do' | 'notified', readonly Scope[]>> = {
  see: ['users.read', 'users.pii', 'listings.read', 'wallet.read', 'aggregates.read'],
  do: ['wallet.write'],
  notified: ['webhooks.manage'],
};

/** The name that developers know. */
export function ScopeName({ scope }: { scope: Scope }) {
  return <code className="scope-name">{scope}</code>;
}

/** The permissions of a partner, in whole sentences. */
export function Abilities({ scopes }: { scopes: readonly Scope[] }) {
  const text = useText();
  const ordered = Object.values(SCOPE_GROUPS)
    .flat()
    .filter((scope) => scopes.includes(scope));
  return (
    <ul className="abilities">
      {ordered.map((scope) => (
        <li key={scope}>
          <Check size={18} />
          <span>
            {text.scopes[scope].can} <ScopeName scope={scope} />
          </span>
        </li>
      ))}
    </ul>
  );
}
