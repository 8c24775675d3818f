/** `/llms.txt`: the guides for partners, as language models look for them (llmstxt.org). */
import { ADDRESSES } from '../front/frame.ts';
import { markdownAddress, WRITTEN_PAGES } from './as-markdown.ts';
import type { SitePage } from './site.ts';
import { isForPartners, isInstalled } from './source.ts';

export function llmsText(origin: string): string {
  const installed = WRITTEN_PAGES.filter(({ file = '' }) => isInstalled(file));
  const line = (page: SitePage) => `- [${page.title.en}](${origin}${markdownAddress(page)}): ${page.text.en}`;
  return `# Timebank Partner API

> The API lets a bank or another partner find members of a time bank and book hours for payments that it has received.

The API's address is ${origin}/api/partner/v1. Its error codes are explained in ${origin}${ADDRESSES.errors}.md.

## Guides

${installed.filter(isForPartners).map(line).join('\n')}

## Documents

- [OpenAPI 3.1](${origin}/openapi.json): every operation with its fields, answers and samples.
- [OpenAPI 3.0](${origin}/openapi-3.0.json): the same for older tools.

## Optional

${installed
  .filter((page) => !isForPartners(page))
  .map(line)
  .join('\n')}
`;
}
