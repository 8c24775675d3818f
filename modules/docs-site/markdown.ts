/** The repository's Markdown as HTML. Only what Markdown writes becomes markup; HTML in it is shown as text. */
import { Marked, type Token, type Tokens } from 'marked';
import { type HtmlPart, html, raw } from '../../console/pages/html.ts';
import { highlighted } from './highlight.ts';
import type { Article, Heading } from './layout.ts';

/** The text below one heading, without markup, for the search. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

interface ArticleSections extends Article {
  readonly sections: readonly Section[];
}

const TOC_DEPTH_MAX = 3;

/** Names of tabs, by the language of the block. */
const TAB_NAMES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  java: 'Java',
  csharp: 'C#',
};

/** @param addressOf the target of a link from this page; undefined: it is not served, so only its text stays */
export function renderMarkdown(source: string, addressOf: (href: string) => string | undefined): ArticleSections {
  const headings: Heading[] = [];
  let title = '';
  const idOf = createIds();
  const idOfHeading = new Map<Token, string>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => markup`${text}`,
      heading(token) {
        const { tokens, depth } = token;
        const text = plainText(tokens);
        const id = idOfHeading.get(token) ?? idOf(text);
        if (depth === 1) title ||= text;
        else if (depth <= TOC_DEPTH_MAX) headings.push({ id, text, depth });
        const anchor = depth > 1 && html`<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;
        return markup`<h${depth} id="${id}">${raw(this.parser.parseInline(tokens))}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? text : markup`<a href="${address}">${raw(text)}</a>`;
      },
      // A picture that is not served is replaced by its text.
      image({ href, text }) {
        const address = addressOf(href);
        if (!address || !/^\/[^/]/.test(address)) return markup`${text}`;
        return markup`<img class="picture" src="${address}" alt="${text}">`;
      },
      code: codeBlock,
      table(token) {
        // A heading without a word gets no anchor.
        const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]) =>
          html`<tr>${row.map(({ tokens }) => cell(tokens.length > 0 ? tag : 'td', this.parser.parseInline(tokens)))}</tr>\n`;
        const rows = token.rows.map((row) => cells('td', row));
        return markup`<div class="wide" tabindex="0"><table><thead>${cells('th', token.header)}</thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(source);
  for (const token of tokens) if (isHeading(token)) idOfHeading.set(token, idOf(plainText(token.tokens)));
  const content = splitTabs(tokens)
    .map((part, at) => (part.tabs ? tabSet(part.tokens as Tokens.Code[], at) : marked.parser(part.tokens)))
    .join('');
  return { title, html: content, headings, sections: sectionsOf(tokens, idOfHeading) };
}

/** What the renderer of Markdown joins are strings. */
const markup = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): string =>
  html(strings, ...parts).toString();

const cell = (tag: string, text: string) => html`<${tag}>${raw(text)}</${tag}>`;
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isTab = (token: Token): token is Tokens.Code => token.type === 'code' && /\btab\b/.test(token.lang ?? '');

function codeBlock({ text, lang = '' }: Pick<Tokens.Code, 'text' | 'lang'>): string {
  const kind = /\boutput\b/.test(lang) && raw(' class="output"');
  // A reader without a mouse scrolls it by its focus.
  const [language = ''] = lang.split(' ');
  return markup`<pre tabindex="0"${kind}><code>${raw(highlighted(text, language))}</code></pre>\n`;
}

/** Blocks marked as tabs that follow each other are one set. */
function splitTabs(tokens: readonly Token[]): { readonly tabs: boolean; readonly tokens: Token[] }[] {
  const parts: { tabs: boolean; tokens: Token[] }[] = [];
  for (const token of tokens) {
    const last = parts.at(-1);
    if (last?.tabs && token.type === 'space') continue;
    if (last && last.tabs === isTab(token)) last.tokens.push(token);
    else parts.push({ tabs: isTab(token), tokens: [token] });
  }
  return parts;
}

/** The same sample in several languages. Radio buttons choose among them, so no script is needed. */
function tabSet(blocks: readonly Tokens.Code[], set: number): string {
  const choices = blocks.map(({ lang = '', text }, at) => {
    const name = TAB_NAMES[lang.split(' ')[0] ?? ''] ?? (/\bcurl\b/.test(text) ? 'curl' : 'Shell');
    const id = `tab-${set}-${at}`;
    return html`<input type="radio" name="tabs-${set}" id="${id}"${at === 0 && raw(' checked')}><label for="${id}">${name}</label>`;
  });
  return markup`<fieldset class="tabs"><legend>Language</legend>${choices}
${blocks.map((block) => raw(codeBlock(block)))}</fieldset>
`;
}

/** The sentences first, then the samples: an excerpt of a search shows a sentence. */
function sectionsOf(tokens: readonly Token[], idOfHeading: ReadonlyMap<Token, string>): Section[] {
  const sections: { id: string; heading: string; prose: string[]; code: string[] }[] = [];
  for (const token of tokens) {
    if (isHeading(token)) {
      sections.push({ id: idOfHeading.get(token) ?? '', heading: plainText(token.tokens), prose: [], code: [] });
    } else if (token.type !== 'space') {
      const last = sections.at(-1);
      if (token.type !== 'code') last?.prose.push(wordsOf(token));
      // A language is searched for by its name.
      else last?.code.push(wordsOf(token), ...languageNameOf(token as Tokens.Code));
    }
  }
  return sections.map(({ id, heading, prose, code }) => ({ id, heading, text: [...prose, ...code].join(' ') }));
}

const languageNameOf = ({ lang = '' }: Tokens.Code) =>
  [TAB_NAMES[lang.split(' ')[0] ?? '']].filter((name) => name !== undefined);

/** The words of a block, also of tables and lists. */
function wordsOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map(({ tokens }) => plainText(tokens)).join(' ')).join(' ');
  }
  if (token.type === 'list') {
    return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.map(wordsOf)).join(' ');
  }
  return plainText([token]);
}

/** Ids as GitHub makes them, since the links between the guides name those. */
function createIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const before = used.get(id) ?? 0;
    used.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : ''))
    .join('');
}
