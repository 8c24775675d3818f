/** Loading, empty, failed: the same everywhere. */
import { Button, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import type { Tone } from '../values/values.tsx';
import { failureText } from './failure.ts';

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** The next step, where nothing is yet. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Icon size={36} strokeWidth={1.5} />
      <h2 className="empty-title">{title}</h2>
      {children && <p className="empty-text">{children}</p>}
      {action}
    </div>
  );
}

/** The outline of what comes. */
export function Loading({ rows = 4, height = 56 }: { rows?: number; height?: number }) {
  const text = useText();
  const keys = Array.from({ length: rows }, (_, index) => `row-${index}`);
  return (
    <div role="status" aria-label={text.app.loading}>
      <Stack gap="sm">
        {keys.map((key) => (
          <Skeleton key={key} height={height} />
        ))}
      </Stack>
    </div>
  );
}

/** In the place of what is read, until it is there: its outline, or why it does not come. */
export function Arriving({ of, ...outline }: { of: Arrival; rows?: number; height?: number }) {
  if (of.error && of.data === undefined) return <LoadFailed error={of.error} retry={() => void of.refetch()} />;
  return of.isPending ? <Loading {...outline} /> : null;
}

interface Arrival {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isPending: boolean;
  refetch(): Promise<unknown>;
}

/** A read that failed, with a way to try again. */
export function LoadFailed({ error, retry }: { error: Error; retry: () => void }) {
  const text = useText();
  // To try again would not help.
  if (error instanceof ApiError && error.code === 'not_permitted') {
    return (
      <Notice tone="wait" role="alert" title={text.failure.notPermittedTitle}>
        {failureText(error, text)}
      </Notice>
    );
  }
  return (
    <Notice
      tone="bad"
      role="alert"
      title={text.failure.loadTitle}
      action={
        <Button variant="default" onClick={retry}>
          {text.act.retry}
        </Button>
      }
    >
      {failureText(error, text)} <RequestId error={error} />
    </Notice>
  );
}

/** An action that failed. What was typed is still there. */
export function ActionFailed({ error, retry }: { error: ApiError | undefined; retry?: () => void }) {
  const text = useText();
  if (!error) return null;
  return (
    <Notice
      tone="bad"
      role="alert"
      title={error.code === 'validation_failed' ? undefined : text.failure.title}
      action={
        retry && (
          <Button variant="default" onClick={retry}>
            {text.act.retry}
          </Button>
        )
      }
    >
      {failureText(error, text)} <RequestId error={error} />
    </Notice>
  );
}

function RequestId({ error }: { error: Error }) {
  const text = useText();
  if (!(error instanceof ApiError) || !error.requestId || error.status < 500) return null;
  return <span className="request-id">{text.failure.requestId(error.requestId)}</span>;
}

// Something worth knowing, in place.

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
      <Icon className="notice-icon" size={20} />
      <div className="notice-body">
        {title && <p className="notice-title">{title}</p>}
        {children && <div className="notice-text">{children}</div>}
      </div>
      {action && <div className="notice-action">{action}</div>}
    </div>
  );
}

// Toasts: only for what succeeded.

export function succeeded(message: string): void {
  notifications.show({ message, color: 'harbour', autoClose: 5000, withBorder: true, withCloseButton: false });
}
