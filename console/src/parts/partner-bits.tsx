/** What several screens show of a partner. */
import type { Partner } from '@timebank/contract/console';
import { Check } from 'lucide-react';
import { useText } from '../i18n/text.ts';
import { Tag } from './page/notice.tsx';

export type Scope = Partner['scopes'][number];

/** In the order in which they are explained. */
export const SCOPE_GROUPS: Readonly<Record<'see' | 'do' | 'told', readonly Scope[]>> = {
  see: ['users.read', 'users.pii', 'listings.read', 'wallet.read', 'aggregates.read'],
  do: ['wallet.write'],
  told: ['webhooks.manage'],
};

export const STATUS_TONES = { active: 'good', pending: 'wait', suspended: 'bad' } as const;

export function StatusTag({ status }: { status: Partner['status'] }) {
  const text = useText();
  return <Tag tone={STATUS_TONES[status]}>{text.status[status]}</Tag>;
}

/** What a partner may do, in whole sentences. */
export function Abilities({ scopes }: { scopes: readonly Scope[] }) {
  const text = useText();
  const ordered = Object.values(SCOPE_GROUPS)
    .flat()
    .filter((scope) => scopes.includes(scope));
  return (
    <ul className="abilities">
      {ordered.map((scope) => (
        <li key={scope}>
          <Check size={18} aria-hidden="true" />
          <span>{text.scopes[scope].can}</span>
        </li>
      ))}
    </ul>
  );
}
