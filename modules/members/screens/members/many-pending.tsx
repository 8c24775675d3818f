/** Members who wait, let in or refused several at a time. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { ReasonField } from '../../../../console/src/parts/forms/reason-field.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';

/** The most members of one call. */
const AT_ONCE = 200;

interface ManyPendingProps {
  chosen: readonly string[];
  /** All that are shown. */
  /** Undefined while there is nothing to choose from. */
  choose: (() => void) | undefined;
  clear: () => void;
}

export default function ManyPending({ chosen, choose, clear }: ManyPendingProps) {
  const text = useText();
  const many = text.manyMembers;
  const { slug } = useCommunity();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [left, setLeft] = useState('');
  const action = useAction(async (status: 'active' | 'left', why: string) => {
    let changed = 0;
    const unchanged: string[] = [];
    for (let at = 0; at < chosen.length; at += AT_ONCE) {
      const body = { member_ids: chosen.slice(at, at + AT_ONCE), status, reason: why.trim() || null };
      const { data } = await call('setMemberStatuses', { params: { slug }, body });
      changed += data.changed;
      unchanged.push(...data.unchanged.map(({ name }) => name));
    }
    succeeded(many.done(changed));
    setLeft(unchanged.join(', '));
    setReason('');
    clear();
    await refresh('listMembers', 'getMember', 'getOverview');
  });
  const count = chosen.length;
  return (
    <Card title={many.title} lead={many.lead}>
      <div className="row">
        <Button variant="default" disabled={!choose} onClick={choose}>
          {many.chooseShown}
        </Button>
        {count > 0 && (
          <Button variant="default" onClick={clear}>
            {many.chooseNone}
          </Button>
        )}
        <Button disabled={count === 0} loading={action.busy} onClick={() => void action.run('active', '')}>
          {many.activate(count)}
        </Button>
        <Button variant="default" disabled={count === 0 || action.busy} onClick={() => setAsking(true)}>
          {many.refuse(count)}
        </Button>
      </div>
      {!asking && <ActionFailed error={action.error} />}
      {left !== '' && <Notice tone="info">{many.left(left)}</Notice>}
      {asking && (
        <Confirm
          title={many.refuseTitle(count)}
          go={text.memberFile.refuse}
          danger
          action={action}
          args={['left', reason]}
          onClose={() => setAsking(false)}
        >
          <p>{text.memberFile.refuseText}</p>
          <ReasonField
            label={text.memberFile.reason}
            hint={text.memberFile.reasonHint}
            value={reason}
            change={setReason}
          />
        </Confirm>
      )}
    </Card>
  );
}
