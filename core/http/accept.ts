/** The client's preference: a page or JSON (RFC 9110 section 12.5.1), a coding (12.5.3), English or German (12.5.4). */

/** Those in which there are words. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Media types and languages that are read; real clients send fewer. */
const RANGES_MAX = 40;

/** Whether the client names HTML itself, as browsers do, and not JSON before it. A client that accepts anything is no browser. */
export function acceptsHtml(accept: string | undefined): boolean {
  const quality = qualities(accept);
  const html = Math.max(quality.get('text/html') ?? 0, quality.get('application/xhtml+xml') ?? 0);
  return html > 0 && html >= (quality.get('application/json') ?? 0);
}

/** German where it is preferred to English, else English. */
export const languageOf = (acceptLanguage: string | undefined): Language =>
  askedLanguage(acceptLanguage, LANGUAGES) ?? 'en';

/** The one of these that is asked for most, of equals the first; undefined: none is named. */
export function askedLanguage<Of extends string>(
  acceptLanguage: string | undefined,
  languages: readonly Of[],
): Of | undefined {
  const asked = new Map<string, number>();
  for (const [range, quality] of qualities(acceptLanguage)) {
    const primary = range.split('-', 1)[0] ?? '';
    asked.set(primary, Math.max(asked.get(primary) ?? 0, quality));
  }
  const most = Math.max(0, ...languages.map((language) => asked.get(language) ?? 0));
  return most === 0 ? undefined : languages.find((language) => asked.get(language) === most);
}

/** Whether the client reads this content coding. */
export function acceptsEncoding(acceptEncoding: string | undefined, coding: string): boolean {
  const quality = qualities(acceptEncoding);
  return (quality.get(coding) ?? quality.get('*') ?? 0) > 0;
}

function qualities(header = ''): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const item of header.toLowerCase().split(',', RANGES_MAX)) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    found.set(range, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0);
  }
  return found;
}
