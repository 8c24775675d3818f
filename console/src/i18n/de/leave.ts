/** Bevor Eingegebenes verworfen wird. */
import type { Texts } from '../en/texts.ts';

export const leave: Texts['leave'] = {
  title: 'Eingaben verwerfen?',
  text: 'Was Sie hier eingegeben haben, ist noch nicht gespeichert.',
  go: 'Verwerfen',
};
