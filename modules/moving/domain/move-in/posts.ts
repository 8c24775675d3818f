/** Posts that are hidden, expired or begin later: asked about once, and only where there are some. */
import type { ListingStatus } from '@timebank/contract';
import type { MoveTools, SourceListing } from './types.ts';

export interface PostState {
  readonly isHidden: boolean;
  /** `YYYY-MM-DD`, or '' where there is none. */
  readonly expiresOn: string;
  readonly beginsOn: string;
}

const LEAVE_OUT = 'leave_out';

/** Gives each post its status; those that are to be left out are not in the result. */
export function postsByQuestions(
  posts: readonly (Omit<SourceListing, 'status'> & { readonly state: PostState })[],
  tools: MoveTools,
): SourceListing[] {
  const { today } = tools;
  const isExpired = ({ isHidden, expiresOn }: PostState) => !isHidden && expiresOn !== '' && expiresOn < today;
  const options = ['closed', 'held', 'active', LEAVE_OUT];
  const hidden = posts.some(({ state }) => state.isHidden)
    ? tools.ask({
        key: 'hidden_listings',
        question: 'What becomes of posts that are hidden there?',
        options,
        suggested: 'closed',
      })
    : 'closed';
  const expired = posts.some(({ state }) => isExpired(state))
    ? tools.ask({
        key: 'expired_listings',
        question: 'What becomes of posts that have expired?',
        options,
        suggested: 'closed',
      })
    : 'closed';
  return posts.flatMap(({ state, ...post }) => {
    const later = state.beginsOn > today ? 'held' : 'active';
    const status = state.isHidden ? hidden : isExpired(state) ? expired : later;
    return status === LEAVE_OUT ? [] : [{ ...post, status: status as ListingStatus }];
  });
}
