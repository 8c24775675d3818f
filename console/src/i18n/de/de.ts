/** Deutsch. Was Anmeldung, Rahmen und erste Seite sagen. */
import type { CoreTexts } from '../en/texts.ts';
import { common } from './common.ts';
import { community } from './community.ts';
import { list } from './list.ts';
import { overview } from './overview.ts';
import { refusals } from './refusals.ts';
import { session } from './session.ts';

export const de: CoreTexts = {
  ...common,
  ...community,
  list,
  ...overview,
  refusals,
  ...session,
};
