/** A mail in its two forms, plain text and HTML alike. No pictures: nothing is fetched when a mail is opened. */
import type { MailList, MailTexts, MailWords } from './texts/types.ts';

export interface MailForm {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface FormMail {
  readonly texts: MailTexts;
  readonly language: string;
  readonly community: string;
  readonly contact: string | null;
  readonly stopLink: string | undefined;
}

/**
 * @param contact how members reach the office, since mails say to ring it; null: it is not said
 * @param stopLink ends this kind of mail; undefined: there is none
 */
export function formMail(given: MailWords, { texts, language, community, contact, stopLink }: FormMail): MailForm {
  const words = {
    ...given,
    paragraphs: given.paragraphs.map(withOneStop),
    ...(given.after && { after: given.after.map(withOneStop) }),
  };
  const subject = onOneLine(words.subject);
  const from = withOneStop(texts.from(onOneLine(community)));
  const foot = contact === null ? from : `${from}\n${contact}`;
  return {
    subject,
    text: plainText(words, texts, foot, stopLink),
    html: htmlText(words, texts, foot, { subject, language, stopLink }),
  };
}

/** A header has one line: a name with a line break in it must not become a header of its own. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** A sentence that ends with an abbreviation, as most names of German clubs do (`e.V.`), has no second full stop. */
const withOneStop = (text: string) => text.replace(/(?<=\b(?:\p{L}\.\s?\p{L}|Std)\.)\.(?!\.)/gu, '');

function plainText(words: MailWords, texts: MailTexts, foot: string, stopLink: string | undefined): string {
  const { greeting, paragraphs, lists = [], action, after = [] } = words;
  const blocks = [
    greeting,
    ...paragraphs,
    ...lists.map(({ heading, items }) =>
      [`${heading}:`, ...items.map(({ text, url }) => `- ${onOneLine(text)}\n  ${url}`)].join('\n'),
    ),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    `-- \n${foot}${stopLink === undefined ? '' : `\n${texts.stop}\n${stopLink}`}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const BODY = 'margin:0;padding:24px;font:16px/1.5 sans-serif;max-width:36em';
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1f5f4a;color:#ffffff;border-radius:6px;text-decoration:none';

interface HtmlText {
  readonly subject: string;
  readonly language: string;
  readonly stopLink: string | undefined;
}

function htmlText(
  { greeting, paragraphs, lists = [], action, after = [] }: MailWords,
  texts: MailTexts,
  foot: string,
  { subject, language, stopLink }: HtmlText,
): string {
  const paragraph = (text: string) => `<p>${escapedForHtml(text).replaceAll('\n', '<br>')}</p>`;
  const link = action && [
    `<p><a href="${escapedForHtml(action.url)}" style="${BUTTON}">${escapedForHtml(action.label)}</a></p>`,
    `<p style="font-size:14px">${escapedForHtml(texts.linkOnly)}<br>${escapedForHtml(action.url)}</p>`,
  ];
  const stop =
    stopLink === undefined
      ? ''
      : `<br>${escapedForHtml(texts.stop)} <a href="${escapedForHtml(stopLink)}">${escapedForHtml(stopLink)}</a>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapedForHtml(subject)}</title></head>
<body style="${BODY}">
${[paragraph(greeting), ...paragraphs.map(paragraph), ...lists.map(listOf), ...(link ?? []), ...after.map(paragraph)].join('\n')}
<hr style="border:0;border-top:1px solid #999999">
<p style="font-size:14px">${escapedForHtml(foot).replaceAll('\n', '<br>')}${stop}</p>
</body>
</html>
`;
}

function listOf({ heading, items }: MailList): string {
  const lines = items.map(
    ({ text, url }) => `<li><a href="${escapedForHtml(url)}">${escapedForHtml(onOneLine(text))}</a></li>`,
  );
  return `<h2 style="font-size:18px">${escapedForHtml(heading)}</h2>\n<ul>${lines.join('\n')}</ul>`;
}

export function escapedForHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
