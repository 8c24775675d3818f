/** English. What the sign-in, the frame and the first screen say. */
import { common } from './common.ts';
import { community } from './community.ts';
import { list } from './list.ts';
import { overview } from './overview.ts';
import { refusals } from './refusals.ts';
import { session } from './session.ts';

export const en = {
  ...common,
  ...community,
  list,
  ...overview,
  refusals,
  ...session,
};
