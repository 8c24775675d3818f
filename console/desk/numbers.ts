/** An id that is a number in a path or query; undefined for what cannot be one: a malformed id is an unknown id. */
export function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
