/**
 * Codes with which the acts of a community's people are refused where partners have no such act: a member's state, the
 * choice for a partner, a category, a token that is ended. No operation of the partner API answers with them.
 */
import type { ErrorDefinition } from './errors.ts';

const define = <const T extends Record<string, ErrorDefinition>>(errors: T): T => errors;

export const ACT_ERRORS = define({
  partner_not_found: { status: 404, when: 'This community has no such partner.', action: 'Go back to the list.' },
  category_not_found: {
    status: 404,
    when: 'This community has no such category, or it was merged into another.',
    action: 'Read the list again.',
  },
  token_not_found: {
    status: 404,
    when: 'This partner has no such live access token: it has expired or been revoked.',
    action: 'Read the list again.',
  },
  state_conflict: {
    status: 409,
    when: 'The object is not in a state that allows this, for instance because someone else has changed it in the meantime.',
    action: 'Read it again, then decide again.',
  },
});

/** Why one of these acts is a `state_conflict`: the code of its one entry in `errors`, whose field is `body`. */
export const ACT_CONFLICTS = ['attempt_under_way', 'data_erased', 'status_not_possible'] as const;
