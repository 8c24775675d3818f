/** Every text of the console in one language. */
import { FIRST_LETTERS } from '../../modules/members-pages/texts/first-letters.ts';
import first from '../../service/console/texts/first.ts';
import later from '../../service/console/texts/later.ts';
import { inLanguage, type LanguageCode } from '../src/i18n/languages.ts';

/** Those that come with a language, and those that a screen has in all. */
export const allTexts = (code: LanguageCode) => ({
  ...inLanguage({ ...first, ...later }, code),
  firstLetters: FIRST_LETTERS[code],
});
