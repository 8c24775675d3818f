/** The columns of the list of listings, apart from those with buttons. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { Format } from '../../../../console/src/i18n/format.ts';
import type { Texts } from '../../../../console/src/i18n/text.ts';
import type { Column } from '../../../../console/src/parts/lists/table.tsx';
import { NumberedName } from '../../../../console/src/parts/values/numbered-name.tsx';
import { Phones } from '../../../../console/src/parts/values/phones.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';
import type { CommunityListing } from '../../contract/listings.ts';
import { ListingStatusTag } from '../parts/listing-status.tsx';

/** @param isEnding of those that end: with the telephone, and the last day */
export function listingColumns(
  slug: string,
  text: Texts,
  format: Format,
  isEnding: boolean,
): readonly Column<CommunityListing>[] {
  return [
    {
      key: 'title',
      title: text.listings.listing,
      main: true,
      sort: 'title',
      plain: ({ title }) => title,
      cell: ({ id, title }) => (
        <Anchor component={Link} href={`/c/${slug}/listings/${id}`} className="row-link">
          {title}
        </Anchor>
      ),
    },
    {
      key: 'type',
      title: text.listings.type,
      tight: true,
      plain: ({ type }) => text.listings.types[type],
      cell: ({ type }) => text.listings.types[type],
    },
    {
      key: 'category',
      title: text.listings.category,
      clip: true,
      plain: ({ category }) => category,
      cell: ({ category }) => category || '–',
    },
    {
      key: 'member',
      title: text.listings.member,
      plain: ({ member }) => member.name,
      cell: ({ member }) => (
        <NumberedName href={`/c/${slug}/members/${member.id}`} name={member.name} number={member.number} />
      ),
    },
    {
      key: 'number',
      title: text.listings.memberNumber,
      offScreen: true,
      plain: ({ member }) => member.number,
      cell: ({ member }) => member.number,
    },
    ...(isEnding ? [phoneColumn(text)] : []),
    ...stateColumns(text, format, isEnding),
  ];
}

/** What happened to a listing. */
const stateColumns = (text: Texts, format: Format, isEnding: boolean): readonly Column<CommunityListing>[] => [
  {
    key: 'status',
    title: text.listings.status,
    tight: true,
    plain: ({ status }) => text.listings.statuses[status],
    cell: (row) => <ListingStatusTag {...row} />,
  },
  {
    key: 'ends',
    title: text.ending.endsOn,
    sort: 'ends',
    tight: true,
    initially: isEnding,
    plain: ({ ends_on }) => (ends_on === null ? '' : { day: ends_on }),
    cell: ({ ends_on }) => (ends_on === null ? '–' : format.day(ends_on)),
  },
  {
    key: 'created',
    title: text.listings.addedOn,
    sort: 'created',
    tight: true,
    plain: ({ created_at }) => ({ at: created_at }),
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    key: 'updated',
    title: text.listings.updated,
    tight: true,
    initially: false,
    plain: ({ updated_at }) => ({ at: updated_at }),
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
];

/** Whom to ask, and the button of the answer. */
const phoneColumn = (text: Texts): Column<CommunityListing> => ({
  key: 'phone',
  title: text.ending.phone,
  tight: true,
  plain: ({ member }) => member.phone,
  cell: ({ member }) => <Phones phones={[member.phone]} />,
});
