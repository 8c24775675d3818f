/** One line that leads to the members who need a call; nothing where there are none. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';

export function ToCall() {
  const { needCall } = useText();
  const { slug } = useCommunity();
  const { data } = useRead('listMembersToCall', { params: { slug }, query: { per_page: 1 } });
  const count = data?.meta.count;
  if (!count || count.rows === 0) return null;
  return (
    <Notice
      tone="info"
      title={
        <Anchor component={Link} href={`/c/${slug}/to-call`} className="row-link">
          {needCall.title(count.rows, count.more)}
        </Anchor>
      }
    >
      {needCall.todo}
    </Notice>
  );
}
