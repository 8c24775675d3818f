/** The fenced blocks of the documentation, and its links. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** One fenced block. The info string is its language and words for the tests: `sh no-run`, `json output`. */
export interface Block {
  readonly file: string;
  /** Line of its first line, from 1. */
  readonly line: number;
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
}

/** The info strings, and how the tests treat such a block. */
export const INFO_STRINGS: Readonly<Record<string, readonly string[]>> = {
  /**
   * Runs in one shell per file, in order, in the project's folder. `no-run`: only its syntax is checked.
   * `tab`, in any language: shown as one of several tabs, which all print the output below them.
   */
  sh: ['', 'no-run', 'tab'],
  /** Runs in a folder with the client package installed. `receiver`: a server that is sent deliveries. */
  js: ['', 'receiver'],
  ts: ['', 'tab'],
  python: ['', 'tab'],
  java: ['tab'],
  /** Shown, never run: see `NOT_RUN` of docs.test.ts. */
  csharp: ['tab'],
  /** `output`: what the block before prints, in shape. Otherwise JSON that parses. */
  json: ['', 'output'],
  text: ['', 'output'],
  properties: [''],
  ini: [''],
  nginx: [''],
  /** Drawn by the reader's viewer. */
  mermaid: [''],
  caddyfile: [''],
  haproxy: [''],
  yaml: [''],
  sql: [''],
};

/** Of a Markdown file of the documentation, relative to the project's folder. */
export async function readBlocks(file: string): Promise<Block[]> {
  return blocksOf(await readFile(join(ROOT, file), 'utf8'), file);
}

/** @param file names the text in errors */
export function blocksOf(markdown: string, file: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = /^(\s*)```(.*)$/.exec(lines[at] ?? '');
    if (!opening) continue;
    const [, indent = '', info = ''] = opening;
    const [language = '', ...words] = info.trim().split(' ');
    const start = at + 1;
    for (at = start; at < lines.length && !/^\s*```\s*$/.test(lines[at] ?? ''); at++);
    if (at === lines.length) throw new Error(`${file}:${start}: the block has no end`);
    const text = lines
      .slice(start, at)
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n');
    blocks.push({ file, line: start + 1, language, words, text });
  }
  return blocks;
}

/** Relative targets of links and pictures, without blocks of code. */
export async function readLinks(file: string): Promise<{ line: number; target: string }[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  const prose = text.replace(/^\s*```[\s\S]*?^\s*```\s*$/gm, (block) => block.replace(/[^\n]/g, ''));
  return prose.split('\n').flatMap((line, index) => {
    const targets = [...line.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)];
    return targets.map(([, markdown, html]) => ({ line: index + 1, target: markdown ?? html ?? '' }));
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
export async function readAnchors(file: string): Promise<Set<string>> {
  const text = await readFile(join(ROOT, file), 'utf8');
  const prose = text.replace(/^\s*```[\s\S]*?^\s*```\s*$/gm, '');
  return new Set(
    [...prose.matchAll(/^#+\s+(.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

/**
 * Whether `actual` has the shape of `expected`: the members that are shown, of the same type. A list's items follow its
 * first one; null means "may be null" and fits anything.
 */
export function shapeDifference(expected: unknown, actual: unknown, path = '$'): string | undefined {
  if (expected === null || actual === null) return undefined;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path} is no list`;
    if (expected.length > 0 && actual.length === 0) return `${path} is empty`;
    return expected.length === 0 ? undefined : shapeDifference(expected[0], actual[0], `${path}[0]`);
  }
  if (typeof expected !== typeof actual) return `${path} is ${typeof actual}, not ${typeof expected}`;
  if (typeof expected !== 'object') return undefined;
  for (const [name, value] of Object.entries(expected)) {
    if (!(name in (actual as object))) return `${path}.${name} is missing`;
    const difference = shapeDifference(value, (actual as Record<string, unknown>)[name], `${path}.${name}`);
    if (difference) return difference;
  }
  return undefined;
}

/** Lines as shown fit lines as printed: `…` matches anything, digits for digits, runs of spaces for spaces. */
export function textDifference(expected: string, actual: string): string | undefined {
  const shown = expected.trim().split('\n');
  const printed = actual.trim().split('\n');
  let at = 0;
  for (const line of shown) {
    if (line.trim() === '…') {
      at = -1;
      continue;
    }
    const pattern = new RegExp(
      `^${line
        .trim()
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\d+/g, '\\d+')
        .replace(/\s+/g, '\\s+')
        .replaceAll('…', '.*')}$`,
    );
    const found = at < 0 ? printed.findIndex((text) => pattern.test(text.trim())) : at;
    if (found < 0 || !pattern.test((printed[found] ?? '').trim())) return `"${line}" is not what was printed`;
    at = found + 1;
  }
  return undefined;
}
