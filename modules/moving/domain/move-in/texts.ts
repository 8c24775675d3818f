/** Texts of other systems: unescaped, without markup and characters that are no text, within our lengths. */
import { EXCHANGE_FIELDS, LISTING_FIELDS, MEMBER_FIELDS } from '@timebank/contract';
import { decodeHTMLStrict } from 'entities';
import { readerOf } from '../../../../core/base/fields/values.ts';

const BREAK = /<br\s*\/?>|<\/(?:p|div|li|h[1-6]|tr|blockquote)\s*>/gi;
const TAG =
  /<\/?(?:a|b|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|tr|u|ul)\b[^<>]*>/gi;
const NO_TEXT = /[^\P{Cc}\n\t]|\ufffd/gu;

/** One line of text, cut to so many characters. */
export function oneLine(text: string, max: number): string {
  return cut(plain(decodeHTMLStrict(text)).replaceAll(/\s+/g, ' ').trim(), max);
}

/** Lines of text from HTML, cut to so many characters. */
function textOfHtml(html: string, max: number): string {
  const bare = html.replaceAll(BREAK, '\n').replaceAll(TAG, '');
  const lines = plain(decodeHTMLStrict(bare))
    .split('\n')
    .map((line) => line.trim());
  return cut(
    lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    max,
  );
}

const plain = (text: string) => text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(NO_TEXT, '');

function cut(text: string, max: number): string {
  const letters = [...text];
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

export const lineOfName = (text: string): string => oneLine(text, MEMBER_FIELDS.name.max);
export const listingTitle = (text: string): string => oneLine(textOfHtml(text, 100_000), LISTING_FIELDS.title.max);
export const listingText = (html: string): string => textOfHtml(html, LISTING_FIELDS.description.max);
export const listingCategory = (text: string): string => oneLine(text, LISTING_FIELDS.category.max);
export const exchangeNote = (html: string): string => textOfHtml(html, EXCHANGE_FIELDS.note.max);

const readEmail = readerOf(MEMBER_FIELDS.email);
const readLanguage = readerOf(MEMBER_FIELDS.language);
const readDay = readerOf(EXCHANGE_FIELDS.service_date);

/** The address, or null where there is none or the text is none. */
export function emailOrNull(text: string): string | null {
  const read = readEmail(text);
  return 'value' in read ? read.value : null;
}

export function languageOrNull(text: string): string | null {
  const read = readLanguage(text.trim().replace('_', '-'));
  return 'value' in read ? read.value : null;
}

/** `YYYY-MM-DD` if it is a day of the calendar. */
export function dayOrUndefined(text: string): string | undefined {
  const read = readDay(text);
  return 'value' in read ? read.value : undefined;
}
