/** The part of a receiver's answer that is kept to show to people: a short plain text. */

/** The length in the contract. */
const ANSWER_CHARACTERS_MAX = 1000;

// Signs that show nothing, or that turn the direction of what follows, but for line breaks and tabs.
const UNSHOWN = /(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu;

/** The beginning of a body as text; null when there is none, or when it is no text. */
export function textStart(body: Buffer | undefined): string | null {
  if (!body?.length || body.includes(0)) return null;
  // As a stream: a letter that is cut off at the end is left out.
  const text = new TextDecoder().decode(body, { stream: true }).replace(UNSHOWN, '').trim();
  return text === '' ? null : text.slice(0, ANSWER_CHARACTERS_MAX).toWellFormed();
}
