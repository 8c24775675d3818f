/** How the member gets into the members' pages. */
import { Button } from '@mantine/core';
import type { Member } from '@timebank/contract/console';
import { useLocation } from 'wouter';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { Card } from '../../parts/page/page.tsx';

export function PagesUse({ member: { id, name } }: { member: Pick<Member, 'id' | 'name'> }) {
  const text = useText();
  const words = text.pageRules;
  const format = useFormat();
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const pages = useRead('getMemberPages', { params: { slug } }).data?.data;
  const file = useRead('getMemberFile', { params: { slug, memberId: id } }).data?.data;
  if (!file || !pages?.enabled) return null;
  const letterTo = [{ id, name, hint: '', balanceHours: null }];
  return (
    <Card
      title={text.letters.pages}
      action={
        <Button variant="default" onClick={() => navigate(`/c/${slug}/letters`, { state: { letterTo } })}>
          {words.letter}
        </Button>
      }
    >
      <p>{file.pages_used_at ? words.lastUsed(format.day(file.pages_used_at.slice(0, 10))) : words.neverUsed}</p>
      {file.letter_only && <p>{words.letterOnly}</p>}
    </Card>
  );
}
