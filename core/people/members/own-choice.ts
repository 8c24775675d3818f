/** The choice of a field that a person means, whichever letters are capitals. */
export function choiceOf(choices: readonly string[], typed: string): string | undefined {
  const meant = typed.trim().toLowerCase();
  return choices.find((one) => one.toLowerCase() === meant);
}
