/** Before what was typed is thrown away. */
export const leave = {
  title: 'Discard your entries?',
  text: 'What you entered here is not saved yet.',
  go: 'Discard',
};
