/** A page as the Markdown that it is made of, for programs that read text: its address with `.md` behind it. */
import { ADDRESSES } from '../../console/pages/frame.ts';
import { errorCodesAsMarkdown } from './errors.ts';
import { PAGES, type SitePage } from './site.ts';
import { atOrigin, isForPartners, readInstalled, servedAddress } from './source.ts';

/** The pages that are made of a file. */
export const WRITTEN_PAGES: readonly SitePage[] = PAGES.filter(({ file }) => file !== undefined);
const WRITTEN = new Set(WRITTEN_PAGES.map(({ address }) => address));
/** A block of code or code in a sentence, which stay as they are; or a link, with its text and its target. */
const CODE_OR_LINK = /^```[\s\S]*?^```|`[^`\n]*`|\[([^\]]*)\]\(([^)\s]+)\)/gm;

export const markdownAddress = ({ address }: Pick<SitePage, 'address'>): string => `${address}.md`;

/**
 * Its links lead to Markdown where there is some, else to the page; a link whose target is not served is its text.
 * @throws Refusal `not_found` where the service was installed without the file
 */
export async function pageAsMarkdown({ file = '', address }: SitePage, origin: string): Promise<string> {
  const source = await readInstalled(file);
  const text = source.replace(CODE_OR_LINK, (whole, label?: string, href?: string) => {
    if (href === undefined) return whole;
    const target = servedAddress(file, href);
    return target === undefined ? (label ?? '') : `[${label}](${absolute(target, origin)})`;
  });
  const whole = address === ADDRESSES.errors ? `${text}\n${errorCodesAsMarkdown()}` : text;
  return isForPartners({ file }) ? atOrigin(whole, origin) : whole;
}

function absolute(target: string, origin: string): string {
  if (!target.startsWith('/')) return target;
  const [path = '', anchor] = target.split('#', 2);
  const address = WRITTEN.has(path) ? markdownAddress({ address: path }) : path;
  return `${origin}${address}${anchor === undefined ? '' : `#${anchor}`}`;
}
