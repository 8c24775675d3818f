/** The repository's Markdown as HTML. Only what Markdown writes becomes markup; HTML in it is shown as text. */
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../front/frame.ts';

interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

interface Rendered {
  readonly title: string;
  readonly html: string;
  /** Of the second and third level, in order. */
  readonly headings: readonly Heading[];
}

const TOC_DEPTH_MAX = 3;

/** @param addressOf where a link leads from this page; undefined: nowhere here, so only its text stays */
export function renderMarkdown(source: string, addressOf: (href: string) => string | undefined): Rendered {
  const headings: Heading[] = [];
  let title = '';
  const idOf = createIds();
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = idOf(text);
        if (depth === 1) title ||= text;
        else if (depth <= TOC_DEPTH_MAX) headings.push({ id, text, depth });
        const anchor = depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      // Pictures of the guides lie beside them and are not served.
      image: ({ text }) => escapeHtml(text),
      code({ text, lang = '' }) {
        const kind = /\boutput\b/.test(lang) ? ' class="output"' : '';
        // Whoever has no mouse scrolls it by its focus.
        return `<pre tabindex="0"${kind}><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table(token) {
        // A heading without a word is none.
        const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]) =>
          `<tr>${row.map(({ tokens }) => cell(tokens.length > 0 ? tag : 'td', this.parser.parseInline(tokens))).join('')}</tr>`;
        const rows = token.rows.map((row) => cells('td', row)).join('\n');
        return `<div class="wide" tabindex="0"><table><thead>${cells('th', token.header)}</thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(source, { async: false });
  return { title, html, headings };
}

const cell = (tag: string, text: string) => `<${tag}>${text}</${tag}>`;

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
