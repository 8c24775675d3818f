/** `/docs/tools`: files for partners, each with its checksum, and the guides as Markdown. */
import { refusal } from '../../platform/base/refusal.ts';
import { ADDRESSES } from '../front/frame.ts';
import { type Html, html } from '../front/html.ts';
import { registerAddress, sendFile } from '../front/send.ts';
import type { Api } from '../http/route.ts';
import { createOpenApiTexts, keepLast } from './open-api-text.ts';
import { makeToolFiles, type ToolFile, toolAddress, toolFileAddresses } from './tool-files.ts';

/** A release changes them; a rolling upgrade may show the old ones for as long. */
const CACHE = 'public, max-age=300';
const SUMS = 'SHA256SUMS';

/** @returns the part of the page `/docs/tools` that lists the files, for an origin */
export function registerTools(api: Api): (origin: string) => Promise<Html> {
  const openApiTexts = createOpenApiTexts();
  const filesAt = keepLast((origin) => makeToolFiles(origin, openApiTexts(origin)));
  for (const address of toolFileAddresses()) {
    registerAddress(api, address, async (exchange) => {
      const found = (await filesAt(exchange.peer.origin)).find((one) => one.address === address);
      if (!found) throw refusal('not_found', 'This file is not installed with the service.');
      sendFile(exchange, { type: found.type, cacheControl: CACHE, body: found.body });
    });
  }
  registerAddress(api, toolAddress(SUMS), async (exchange) => {
    const lines = (await filesAt(exchange.peer.origin)).map(({ sha256, name }) => `${sha256}  ${name}\n`);
    sendFile(exchange, { type: 'text/plain; charset=utf-8', cacheControl: CACHE, body: lines.join('') });
  });
  return async (origin) => listed(await filesAt(origin));
}

/** What the page lists, for the search. */
export const toolNames = (): string =>
  toolFileAddresses()
    .map((address) => address.slice(1))
    .join(' ');

function listed(files: readonly ToolFile[]): Html {
  const guides = files.filter(({ isGuide }) => isGuide);
  return html`<h2 id="files">Files</h2>
${list(files.filter(({ address }) => !address.endsWith('.md')))}
<p>The checksums are SHA-256; <a href="${toolAddress(SUMS)}">${SUMS}</a> has all of them, as <code>sha256sum --check --ignore-missing</code> reads them.</p>
<h2 id="guides-as-markdown">Guides as Markdown</h2>
<p>Each page has its text at its own address with <code>.md</code> behind it, with the address of this service in the samples. <a href="${ADDRESSES.llms}">${ADDRESSES.llms}</a> lists them.</p>
${list(guides)}
`;
}

function list(files: readonly ToolFile[]): Html {
  const entries = files.map(
    ({ address, name, text, body, sha256 }) =>
      html`<dt><a href="${address}" download>${name}</a> <small>${kilobytes(body.length)}</small></dt>
<dd>${text}<br><code>${sha256}</code></dd>
`,
  );
  return html`<dl class="files">\n${entries}</dl>`;
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`;
