/** What the sign-in, the frame and the first screen say. */

import type { Wording } from '../../../console/src/i18n/languages.ts';
import { common } from '../../../console/src/texts/common.ts';
import { list } from '../../../console/src/texts/list.ts';
import { refusals } from '../../../console/src/texts/refusals.ts';
import { search } from '../../../console/src/texts/search.ts';
import { overview } from '../../../modules/office/texts/overview.ts';
import { safety } from '../../../modules/office/texts/safety.ts';
import { session } from '../../../modules/office/texts/session.ts';
import { activity } from '../../../modules/partners/texts/activity.ts';

export default {
  activity,
  ...common,
  list,
  ...overview,
  refusals,
  safety,
  search,
  ...session,
} satisfies Wording;
