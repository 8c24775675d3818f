/** What a partner takes along from `/docs/tools`: made from the files of the service, with its origin filled in. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openApiDocument } from '@timebank/contract';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { createTar } from 'nanotar';
import { ADDRESSES } from '../../console/pages/frame.ts';
import { markdownAddress, pageAsMarkdown, WRITTEN_PAGES } from './as-markdown.ts';
import { brunoCollection } from './collections/bruno.ts';
import { postmanCollection } from './collections/postman.ts';
import { type CollectionSource, collectionRequests } from './collections/requests.ts';
import type { OpenApiTexts } from './open-api-text.ts';
import type { SitePage } from './site.ts';
import { atOrigin, installedPath, isForPartners, isInstalled } from './source.ts';

// `/llms.txt`: the guides for partners, as language models look for them (llmstxt.org).

function llmsText(origin: string): string {
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

// The client library as the file that npm installs: what `npm pack` puts into it, the same bytes on every node.

const FOLDER = 'client';
/** `files` of its package.json, and what npm always takes along. */
const CONTENTS = ['LICENSE', 'README.md', 'package.json', 'bin', 'dist'];
/** The time that npm gives every file. */
const MTIME_MS = Date.UTC(1985, 9, 26, 8, 15);

/** False where the service was installed without it, or before it was built. */
const hasClientPackage = (): boolean =>
  CONTENTS.every((name) => isInstalled(`${FOLDER}/${name}`)) && isInstalled(`${FOLDER}/dist/index.js`);

/** `timebank-client-0.2.0.tgz` */
function clientPackageName(): string {
  const { version } = JSON.parse(readFileSync(installedPath(`${FOLDER}/package.json`), 'utf8')) as { version: string };
  return `timebank-client-${version}.tgz`;
}

/** @throws Error where a file is missing; see `hasClientPackage` */
function makeClientPackage(): Uint8Array {
  const files = CONTENTS.flatMap(filesBelow).sort();
  const attrs = { mtime: MTIME_MS, uid: 0, gid: 0 };
  const entries = files.map((name) => ({
    name: `package/${name}`,
    data: readFileSync(join(installedPath(FOLDER), name)),
    attrs: { ...attrs, mode: name.startsWith('bin/') ? '755' : '644' },
  }));
  return gzipSync(createTar(entries), { level: 9 });
}

function filesBelow(name: string): string[] {
  if (!['bin', 'dist'].includes(name)) return [name];
  const root = join(installedPath(FOLDER), name);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installedPath(FOLDER).length + 1));
}
export interface ToolFile {
  readonly address: string;
  /** The last part of its address. */
  readonly name: string;
  /** One sentence in plain text. */
  readonly text: string;
  /** Media type. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Hexadecimal. */
  readonly sha256: string;
  /** A guide: the page lists these by themselves. */
  readonly isGuide: boolean;
}

const BANK_FOLDER = 'examples/bank';
const BANK_FILES = ['README.md', 'book.ts', 'package.json', 'receiver.ts'];
/** One time in every archive, in any time zone: the first that the format knows. */
const ZIP_OPTIONS = { level: 9, mtime: new Date(1980, 0, 1) } as const;
const MARKDOWN = 'text/markdown; charset=utf-8';
const JSON_TYPE = 'application/json';

export const toolAddress = (name: string): string => `${ADDRESSES.tools}/${name}`;

/** The files that are installed, in the order of the page; `toolFileAddresses` lists the same addresses. */
export async function makeToolFiles(origin: string, openApi: OpenApiTexts): Promise<readonly ToolFile[]> {
  // Its addresses are relative, as those of the collections are.
  const document = openApiDocument() as unknown as CollectionSource;
  const requests = collectionRequests(document);
  const { title } = document.info;
  const bruno = brunoCollection(title, requests, origin);
  const guides = await Promise.all(guidePages().map((page) => guideFile(page, origin)));
  return [
    ...(hasClientPackage()
      ? [file(toolAddress(clientPackageName()), CLIENT_TEXT, 'application/gzip', makeClientPackage())]
      : []),
    ...(hasBankSample() ? [file(toolAddress(BANK_NAME), BANK_TEXT, 'application/zip', bankSample(origin))] : []),
    file(
      toolAddress(POSTMAN_NAME),
      POSTMAN_TEXT,
      JSON_TYPE,
      `${JSON.stringify(postmanCollection(title, requests, origin), null, 2)}\n`,
    ),
    file(toolAddress(BRUNO_NAME), BRUNO_TEXT, 'application/zip', zipped('timebank-bruno', bruno)),
    file('/openapi.json', 'OpenAPI 3.1, for generators and tools.', JSON_TYPE, openApi.newer.body),
    file('/openapi-3.0.json', 'OpenAPI 3.0, for older generators.', JSON_TYPE, openApi.older.body),
    file(ADDRESSES.llms, 'A list of the guides for language models.', 'text/plain; charset=utf-8', llmsText(origin)),
    ...guides,
  ];
}

const CLIENT_TEXT =
  'The client library for TypeScript and JavaScript, and the command that brings events to your desk.';
const BANK_NAME = 'timebank-bank-sample.zip';
const BANK_TEXT = 'A sample application: books a payment file and receives the events.';
const POSTMAN_NAME = 'timebank.postman_collection.json';
const POSTMAN_TEXT = 'Every request, for Postman.';
const BRUNO_NAME = 'timebank-bruno.zip';
const BRUNO_TEXT = 'Every request, for Bruno: unpack it and open the folder.';

const hasBankSample = () => BANK_FILES.every((name) => isInstalled(`${BANK_FOLDER}/${name}`));
const guidePages = () => WRITTEN_PAGES.filter(({ file: path = '' }) => isInstalled(path));

/** Addresses of the files that are made here; those of the OpenAPI documents are registered with the operations. */
export function toolFileAddresses(): readonly string[] {
  return [
    ...(hasClientPackage() ? [toolAddress(clientPackageName())] : []),
    ...(hasBankSample() ? [toolAddress(BANK_NAME)] : []),
    ...[toolAddress(POSTMAN_NAME), toolAddress(BRUNO_NAME), ADDRESSES.llms],
    ...guidePages().map(markdownAddress),
  ];
}

async function guideFile(page: SitePage, origin: string): Promise<ToolFile> {
  const made = file(markdownAddress(page), page.text.en, MARKDOWN, await pageAsMarkdown(page, origin));
  return { ...made, isGuide: isForPartners(page) };
}

/** The sample's dependency on the client is the file that this service serves. */
function bankSample(origin: string): Uint8Array {
  const texts = BANK_FILES.map((name) => {
    const text = atOrigin(readFileSync(installedPath(`${BANK_FOLDER}/${name}`), 'utf8'), origin);
    const client = hasClientPackage() ? `"@timebank/client": "${origin}${toolAddress(clientPackageName())}"` : '$&';
    return [name, text.replace(/"@timebank\/client": "[^"]*"/, client)] as const;
  });
  return zipped('timebank-bank-sample', new Map(texts));
}

/** @param files path → text */
function zipped(folder: string, files: ReadonlyMap<string, string>): Uint8Array {
  const entries = [...files].map(([path, text]) => [`${folder}/${path}`, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries) satisfies Zippable, ZIP_OPTIONS);
}

function file(address: string, text: string, type: string, body: string | Uint8Array): ToolFile {
  const bytes = Buffer.from(body);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = address.slice(address.lastIndexOf('/') + 1);
  return { address, name, text, type, body: bytes, sha256, isGuide: false };
}
