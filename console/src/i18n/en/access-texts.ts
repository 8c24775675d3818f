import type { access } from './access.ts';
import type { Translatable } from './texts.ts';

export type AccessTexts = Translatable<typeof access>;
