import { query, type StatementRow, write } from '../../../core/database/query.ts';
import { isOutside } from '../../../core/partners/internal.ts';

/**
 * What a proxy can know a community by. `olderClientIds`: client ids that do not begin with the tag: from before it had
 * one, or another.
 */
export type MappedCommunity = StatementRow<'select_mapped_communities'>;

const COLUMNS = `c.id, c.slug, c.tag,
     array(select p.client_id from partners p
           where p.community_id = c.id and ${isOutside('p')} and left(right(p.client_id, 22), 5) <> c.tag
           order by p.client_id) as "olderClientIds"`;

/** The communities that this installation answers for. */
export const selectMappedCommunities = query(
  'select_mapped_communities',
  `select ${COLUMNS} from communities c where c.move_state is null or c.move_state = 'leaving' order by c.id`,
);

/** The community of a slug, wherever it is; one that has left has its client ids here still. */
export const selectMappedCommunity = query(
  'select_mapped_community',
  `select ${COLUMNS} from communities c where c.slug = $slug`,
);

/** Gives it another tag. Its client ids stay. */
export const updateTag = write(
  'update_tag',
  'update communities set tag = new_tag() where id = $communityId returning tag',
);
