/** The search of the documentation: every section of every page, every error code and every operation, in memory. */
import { OPERATIONS } from '@timebank/contract';
import { ADDRESSES } from '../front/frame.ts';
import { QUERY_LENGTH_MAX } from './layout.ts';
import { type Bilingual, GROUPS } from './site.ts';

export interface Entry {
  readonly address: string;
  /** The page's title. */
  readonly page: Bilingual;
  readonly heading: string;
  readonly text: string;
}

export interface Found extends Entry {
  /** A piece of the text around the first word that was found, in turns outside and inside such words. */
  readonly excerpt: readonly string[];
}

export type Search = (query: string) => readonly Found[];

const WORDS_MAX = 8;
const RESULTS_MAX = 30;
const EXCERPT_LENGTH = 180;
const BEFORE_HIT = 60;
const OFTEN_MAX = 5;

/** Finds the sections that have every word, those first that have them in their heading. */
export function createIndex(entries: readonly Entry[]): Search {
  const prepared = entries.map((entry) => ({
    entry,
    heading: entry.heading.toLowerCase(),
    all: `${entry.page.en} ${entry.page.de} ${entry.heading} ${entry.text}`.toLowerCase(),
  }));
  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    return prepared
      .flatMap(({ entry, heading, all }) => {
        if (!words.every((word) => all.includes(word))) return [];
        const score = words.reduce((sum, word) => sum + scoreOf(word, heading, all), 0);
        return [{ entry, score: heading === words.join(' ') ? score + 100 : score }];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, RESULTS_MAX)
      .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));
  };
}

function wordsOf(query: string): readonly string[] {
  const words = query
    .slice(0, QUERY_LENGTH_MAX)
    .toLowerCase()
    .split(/[\s"“”„]+/)
    .filter(Boolean);
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** A match at the beginning of a word weighs more than one inside; one in the heading more than several in the text. */
function scoreOf(word: string, heading: string, all: string): number {
  const at = (text: string) => (begins(text, word) ? 2 : text.includes(word) ? 1 : 0);
  const often = Math.min(all.split(word).length - 1, OFTEN_MAX);
  return 10 * at(heading) + at(all) + often;
}

function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function excerptOf(text: string, words: readonly string[]): readonly string[] {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`, 'gi');
  const hit = Math.max(0, text.search(pattern));
  // Excerpts begin and end between words.
  const from = hit <= BEFORE_HIT ? 0 : text.indexOf(' ', hit - BEFORE_HIT) + 1;
  const end = text.length <= from + EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', from + EXCERPT_LENGTH);
  const piece = text.slice(from, Math.max(end, from));
  return `${from > 0 ? '… ' : ''}${piece}${end < text.length ? ' …' : ''}`.split(pattern);
}

/** One entry per operation of the partner API; it leads to its place in the reference. */
export function operationEntries(): Entry[] {
  const page = GROUPS.flatMap(({ pages }) => pages).find(({ address }) => address === ADDRESSES.reference);
  const title = page?.title ?? { en: 'Reference', de: 'Referenz' };
  return OPERATIONS.map(({ id, tag, method, path, summary, description, query, body }) => ({
    address: `${ADDRESSES.reference}#${operationPlace(tag, method, path)}`,
    page: title,
    heading: `${method} ${path}`,
    text: [
      `${summary}.`,
      description,
      id,
      ...Object.keys(query),
      ...Object.keys((body as { readonly properties?: object } | undefined)?.properties ?? {}),
    ].join(' '),
  }));
}

/** The anchor that the reference makes for an operation. */
export function operationPlace(tag: string, method: string, path: string): string {
  return `tag/${tag.toLowerCase()}/${method}${path}`;
}
