/** Importing listings of members who are there already. */
import { LISTING_FIELDS, shown } from '@timebank/contract';
import { lockMembersShared } from '../../../../core/people/members/queries.ts';
import { createListingsIn } from '../../../members/domain/listings/create.ts';
import { checkCategory, fileCategories } from './file-categories.ts';
import { MADE_HERE } from './filled-columns.ts';
import { compare, createExamined, type FileKind, importOf, lookUp, valuesOf } from './import-file.ts';
import { addProblem } from './problems.ts';
import { selectListingsByExternalId, selectMembersByExternalId } from './queries.ts';
import { column, type RowOf } from './read-rows.ts';

export const LISTING_COLUMNS = {
  external_id: column('required', LISTING_FIELDS.external_id, undefined, MADE_HERE),
  member_external_id: column('required', LISTING_FIELDS.member_external_id),
  type: column('required', LISTING_FIELDS.type, 'type'),
  title: column('required', LISTING_FIELDS.title),
  description: column('optional', LISTING_FIELDS.description),
  category: column('optional', LISTING_FIELDS.category),
  estimated_hours: column('optional', LISTING_FIELDS.estimated_hours),
  status: column('required', LISTING_FIELDS.status, 'listing_status', 'active'),
  created_on: column('optional', LISTING_FIELDS.created_on),
} as const;

interface NewListing extends RowOf<typeof LISTING_COLUMNS> {
  readonly memberId: string;
}

const LISTINGS: FileKind<typeof LISTING_COLUMNS, NewListing> = {
  kind: 'listings',
  columns: LISTING_COLUMNS,

  async examine(transaction, communityId, rows, asked) {
    const examined = createExamined<NewListing>();
    const known = await lookUp(
      rows.map((row) => row.values.external_id),
      (externalIds) => selectListingsByExternalId(transaction, { communityId, externalIds }),
    );
    const members = await lookUp(
      rows.map((row) => row.values.member_external_id),
      (externalIds) => selectMembersByExternalId(transaction, { communityId, externalIds }),
    );
    const names = rows.flatMap(({ values }) => values.category ?? []);
    const categories = await fileCategories(transaction, communityId, names, asked.categories);
    for (const row of rows) {
      const value = row.values.member_external_id;
      const memberId = value === undefined ? undefined : members.get(value)?.id;
      if (value !== undefined && memberId === undefined) {
        row.bad = true;
        const message = `member_external_id is ${shown(value)}, and no member of this community has it.`;
        const column = 'member_external_id';
        addProblem(examined.problems, { line: row.line, column, code: 'unknown_member', message, value });
      }
      checkCategory(examined.problems, row, categories);
      if (row.bad || memberId === undefined) continue;
      const listing = { ...valuesOf(row), category: categories.nameOf(row.values.category ?? '') ?? '' };
      const existing = known.get(listing.external_id);
      if (!existing) {
        categories.count(row.values.category ?? '');
        examined.fresh.push({ ...listing, memberId });
        continue;
      }
      compare(examined, row.line, asked, {
        member_external_id: existing.memberId === memberId,
        type: existing.type === listing.type,
        title: existing.title === listing.title,
        description: existing.description === listing.description,
        category: existing.category === listing.category,
        estimated_hours: existing.estimatedSeconds === listing.estimated_hours,
        status: existing.status === listing.status,
      });
    }
    examined.newCategories = categories.added();
    return examined;
  },

  async lock(transaction, communityId, fresh) {
    // All at once and in one order: taken chunk by chunk they could deadlock with a change of the default visibility.
    await lockMembersShared(transaction, {
      communityId,
      memberIds: [...new Set(fresh.map(({ memberId }) => memberId))],
    });
  },

  async write(within, { communityId }, fresh) {
    return await createListingsIn(
      within,
      communityId,
      fresh.map((listing) => ({
        externalId: listing.external_id,
        memberId: listing.memberId,
        type: listing.type,
        title: listing.title,
        description: listing.description,
        category: listing.category,
        estimatedSeconds: listing.estimated_hours,
        status: listing.status,
        createdAt: createdAt(listing.created_on, within.at),
      })),
    );
  },
};

/** The beginning of the day, but not after now: nothing is changed before it is created. */
function createdAt(createdOn: string | null, now: Date): Date {
  return createdOn === null ? now : new Date(Math.min(Date.parse(`${createdOn}T00:00:00Z`), now.getTime()));
}

/**
 * Imports listings (`external_id`, `member_external_id`, `type`, `title`, `status`; optionally `description`,
 * `category`, `estimated_hours`, `created_on`), on the same terms as `importMembers`.
 */
export const importListings = importOf(LISTINGS);
