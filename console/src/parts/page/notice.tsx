/** Something worth knowing, in place. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '../values/tag.tsx';

const ICONS = { good: CircleCheck, wait: TriangleAlert, bad: CircleAlert, info: Info } as const;

interface NoticeProps {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

export function Notice({ tone, title, children, action, role }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className="notice" data-tone={tone} role={role}>
      <Icon className="notice-icon" size={20} aria-hidden="true" />
      <div className="notice-body">
        {title && <p className="notice-title">{title}</p>}
        {children && <div className="notice-text">{children}</div>}
      </div>
      {action && <div className="notice-action">{action}</div>}
    </div>
  );
}
