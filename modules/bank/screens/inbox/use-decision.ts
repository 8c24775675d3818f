/** A person's decision on a line of the inbox. */

import { useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { type Action, useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import type { InboxLine } from '../../contract/inbox.ts';
import { CHANGED } from './approve.tsx';

interface Decision {
  readonly note?: string;
  readonly member_id?: string;
  readonly remember?: boolean;
  readonly reverse_credit_id?: string;
  readonly same?: boolean;
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
