/** Before what was typed is thrown away. */

export const leave = {
  title: { en: 'Discard your entries?', de: 'Eingaben verwerfen?' },
  text: {
    en: 'What you entered here is not saved yet.',
    de: 'Was Sie hier eingegeben haben, ist noch nicht gespeichert.',
  },
  go: { en: 'Discard', de: 'Verwerfen' },
};
