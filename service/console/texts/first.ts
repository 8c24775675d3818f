/** What the sign-in, the frame and the first screen say. */

import type { Wording } from '../../../console/src/i18n/languages.ts';
import { common } from '../../../console/src/texts/common.ts';
import { list } from '../../../console/src/texts/list.ts';
import { refusals } from '../../../console/src/texts/refusals.ts';
import { community } from '../../../modules/office/texts/community.ts';
import { overview } from '../../../modules/office/texts/overview.ts';
import { session } from '../../../modules/office/texts/session.ts';

export default {
  ...common,
  ...community,
  list,
  ...overview,
  refusals,
  ...session,
} satisfies Wording;
