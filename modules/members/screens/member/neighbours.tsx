/** The members before and after one, in the list that led here. */
import { Button, Group } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { PER_PAGE } from '../../../../console/src/parts/lists/page-size.ts';
import { setOnly, useQueryState } from '../../../../console/src/parts/lists/query-state.ts';

const LIST_STATE = ['search', 'status', 'sort'] as const;

/** The part of the address that says which list led here: `?status=pending&sort=joined`, or nothing. */
export function useListState() {
  const [state] = useQueryState(LIST_STATE);
  const query = setOnly(state);
  const written = new URLSearchParams(query).toString();
  return { query, suffix: written === '' ? '' : `?${written}` };
}

/** Reads the same list. Who leaves it, as by being activated, keeps the place until another is opened. */
export function Neighbours({ memberId }: { memberId: string }) {
  const text = useText().memberFile;
  const format = useFormat();
  const { slug } = useCommunity();
  const { query, suffix } = useListState();
  const { items } = useReadPages('listMembers', { params: { slug }, query: { per_page: PER_PAGE, ...query } });
  const listed = items?.map(({ id }) => id);
  const [kept, setKept] = useState<readonly string[]>([]);
  const ids = listed?.includes(memberId) ? listed : kept;
  if (ids !== kept && ids.join() !== kept.join()) setKept(ids);
  const at = ids.indexOf(memberId);
  if (at === -1) return null;
  const goes = (id: string | undefined, label: string, icon: 'left' | 'right') => {
    const Icon = icon === 'left' ? ChevronLeft : ChevronRight;
    const drawn = <Icon size={16} aria-hidden="true" />;
    const side = icon === 'left' ? { leftSection: drawn } : { rightSection: drawn };
    return id === undefined ? (
      <Button variant="subtle" size="xs" disabled {...side}>
        {label}
      </Button>
    ) : (
      <Button variant="subtle" size="xs" component={Link} href={`/c/${slug}/members/${id}${suffix}`} {...side}>
        {label}
      </Button>
    );
  };
  return (
    <Group gap="xs" justify="flex-end">
      {goes(ids[at - 1], text.previous, 'left')}
      <span className="quiet">{text.place(format.number(at + 1), format.number(ids.length))}</span>
      {goes(ids[at + 1], text.next, 'right')}
    </Group>
  );
}
