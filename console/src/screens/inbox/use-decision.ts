/** A person's decision on a line of the inbox. */
import type { InboxLine } from '@timebank/contract/console';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { type Action, useAction, useCommunity, useRefresh } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { fieldText } from '../../parts/page/failure.ts';
import { succeeded } from '../../parts/page/notify.ts';
import { CHANGED } from './approve.tsx';

interface Decision {
  readonly note?: string;
  readonly member_id?: string;
  readonly remember?: boolean;
  readonly reverse_credit_id?: string;
}

/** @param done what is said when it was taken */
export function useDecision(line: InboxLine, decision: Decision, done: string) {
  const text = useText();
  const { slug } = useCommunity();
  const refresh = useRefresh();
  const [fault, setFault] = useState<string>();
  const action: Action<[]> = useAction(
    async () => {
      await call('decideInboxLine', { params: { slug, lineId: line.id }, body: decision });
      succeeded(done);
      await refresh(...CHANGED);
    },
    (error) => {
      const [first] = error.fields;
      if (first && error.code === 'validation_failed') setFault(fieldText(first, text));
      if (error.code === 'state_conflict') void refresh(...CHANGED);
    },
  );
  return { action, fault, clearFault: () => setFault(undefined) };
}
