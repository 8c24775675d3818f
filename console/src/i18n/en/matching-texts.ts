import type { matching } from './matching.ts';
import type { Translatable } from './texts.ts';

/** The texts of comparisons, which are loaded with their screens. */
export type MatchingTexts = Translatable<typeof matching>;
