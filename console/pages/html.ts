/** The one way to make a page: a template tag that escapes every value but markup that it or `raw` made. */

import type { MemberLanguage } from '@timebank/contract';
import { raw, html as template } from 'hono/html';
import { type AddressStyle, speak } from './voice/voice.ts';

/** Markup; its `toString()` is sent. */
export type Html = ReturnType<typeof raw>;
/** A value in a template. Of an array each part is taken; nothing is written for `undefined` and `false`. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[];

/** The library's tag, without the promises that it also takes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  template(strings, ...parts) as Html;

/** A whole page as the community speaks; the name of its office is escaped. */
export const spokenPage = (page: string, addressStyle: AddressStyle, lang: MemberLanguage): string =>
  speak(page, addressStyle, lang, (text) => String(html`${text}`));

export { raw };
