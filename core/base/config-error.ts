/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** Undoes the escapes of a URL, such as %2C. @param refused the sentence for a text whose escapes are none of UTF-8 */
export function unescaped(text: string, refused: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError(refused);
  }
}
