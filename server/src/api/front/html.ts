/** The one way to make a page: a template tag that escapes every value but markup that it or `raw` made. */
import { raw, html as template } from 'hono/html';
import { speak, type Voice } from '../../domain/voice/voice.ts';
import type { Language } from '../http/accept.ts';

/** Markup; its `toString()` is sent. */
export type Html = ReturnType<typeof raw>;
/** A value in a template. Of an array each part is taken; nothing is written for `undefined` and `false`. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/** The library's tag, without the promises that it also takes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  template(strings, ...parts) as Html;

/** A whole page as the community speaks; the name of its office is escaped. */
export const spokenPage = (page: string, voice: Voice, lang: Language): string =>
  speak(page, voice, lang, (text) => String(html`${text}`));

export { raw };
