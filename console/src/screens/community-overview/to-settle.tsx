/** One line that leads to the hours that the office settles; nothing where there are none. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Notice } from '../../parts/page/notice.tsx';

/** Not the page of the list: a query of pages is kept under the same name otherwise. */
const SHOWN = 20;

export default function ToSettle() {
  const { toSettle } = useText();
  const { slug } = useCommunity();
  const { data } = useRead('listHourProposals', { params: { slug }, query: { state: 'office', per_page: SHOWN } });
  const count = data?.data.length ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      tone="wait"
      title={
        <Anchor component={Link} href={`/c/${slug}/to-settle`} className="row-link">
          {toSettle.line(count, data?.meta.has_more ?? false)}
        </Anchor>
      }
    >
      {toSettle.lineTodo}
    </Notice>
  );
}
