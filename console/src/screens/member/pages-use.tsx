/** How the member gets into the members' pages. */
import { Button, Group } from '@mantine/core';
import type { Member } from '@timebank/contract/console';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRead } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { Confirm } from '../../parts/page/confirm.tsx';
import { succeeded } from '../../parts/page/notify.ts';
import { Card } from '../../parts/page/page.tsx';

interface PagesUseProps {
  readonly member: Pick<Member, 'id' | 'name'>;
}

export function PagesUse({ member }: PagesUseProps) {
  const { id, name } = member;
  const text = useText();
  const words = text.pageRules;
  const format = useFormat();
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const pages = useRead('getMemberPages', { params: { slug } }).data?.data;
  const file = useRead('getMemberFile', { params: { slug, memberId: id } }).data?.data;
  if (!file || !pages?.enabled) return null;
  const letterTo = [{ id, name, hint: '', balanceHours: null }];
  return (
    <Card
      title={text.letters.pages}
      action={
        <Group gap="sm">
          <Button variant="default" onClick={() => navigate(`/c/${slug}/letters`, { state: { letterTo } })}>
            {words.letter}
          </Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            {words.signOut}
          </Button>
        </Group>
      }
    >
      <p>{file.pages_used_at ? words.lastUsed(format.day(file.pages_used_at.slice(0, 10))) : words.neverUsed}</p>
      {file.letter_only && <p>{words.letterOnly}</p>}
      {asking && <SignOutDialog member={member} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function SignOutDialog({ member: { id, name }, onClose }: PagesUseProps & { onClose: () => void }) {
  const words = useText().pageRules;
  const format = useFormat();
  const { slug } = useCommunity();
  const action = useAction(async () => {
    const { ended } = (await call('endMemberSessions', { params: { slug, memberId: id } })).data;
    succeeded(ended === 0 ? words.signedOutNowhere : words.signedOut(format.number(ended), ended === 1));
  });
  return (
    <Confirm
      title={words.signOutQuestion(name)}
      go={words.signOutGo}
      danger
      action={action}
      args={[]}
      onClose={onClose}
    >
      {words.signOutText(name)}
    </Confirm>
  );
}
