/** How much of a member a partner sees. */
import type { Member } from '@timebank/contract/console';

export type Visibility = Member['default_visibility'];
export const VISIBILITY_VALUES = ['hidden', 'listed', 'listed_with_email'] as const;
