/** Leads to the members who need a call, and names those first who are silent for longest; nothing where there are none. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { listedName, NumberedName } from '../../../../console/src/parts/values/numbered-name.tsx';

/** As many as an office calls in a week or two. */
const SHOWN = 15;

export function ToCall() {
  const { needCall } = useText();
  const { slug } = useCommunity();
  const { data } = useRead('listMembersToCall', { params: { slug }, query: { per_page: SHOWN, sort: 'silent' } });
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
      <ul className="to-call">
        {data.data.map(({ id, name, family_name, external_id }) => (
          <li key={id}>
            <NumberedName href={`/c/${slug}/members/${id}`} name={listedName(name, family_name)} number={external_id} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
