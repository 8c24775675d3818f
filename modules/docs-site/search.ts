/** The search of guides and reference: every section, error, code of a field, operation and model, in memory. */

import { OPERATIONS } from '@timebank/contract';
import MiniSearch, { type QueryCombination, type SearchResult } from 'minisearch';
import { ADDRESSES } from '../../console/pages/frame.ts';
import { QUERY_LENGTH_MAX } from './layout.ts';
import { modelPlace, models, operationPlace } from './reference.ts';
import { type BilingualText, GROUPS } from './site.ts';
import { atOrigin } from './source.ts';

export interface Entry {
  readonly address: string;
  /** The page's title. */
  readonly page: BilingualText;
  readonly heading: string;
  readonly text: string;
  /** Its samples call the service. */
  readonly isForPartners: boolean;
}

export interface SearchMatch extends Entry {
  /** A piece of the text around the first word that was found, in turns outside and inside such words. */
  readonly excerpt: readonly string[];
}

/** @param origin of the service, for excerpts of samples */
export type Search = (query: string, origin: string) => readonly SearchMatch[];

const WORDS_MAX = 8;
const RESULTS_MAX = 30;
const EXCERPT_LENGTH = 180;
const BEFORE_HIT = 60;
/** A word of so many letters may have one wrong; a shorter one would find too much. */
const SLIP_LENGTH_MIN = 5;
/** Two, in a word so long: two letters that have changed places count as two. */
const SWAP_LENGTH_MIN = 7;
/** Parts of a name shorter than this are searched for as they are. */
const PREFIX_LENGTH_MIN = 3;
const FIELDS = ['heading', 'page', 'text'];
const WEIGHTS = { heading: 5, page: 2, text: 1 };
const BEGINNING = 0.4;
const SLIP = 0.1;
const SYNONYM = 0.6;

/** Finds the sections that have every word, its beginning, a synonym or one slip; those first that have them in their heading. */
export function createIndex(entries: readonly Entry[]): Search {
  const index = new MiniSearch<{ id: number; heading: string; page: string; text: string }>({
    fields: FIELDS,
    tokenize: wordsIn,
    searchOptions: { combineWith: 'AND', boost: WEIGHTS, weights: { prefix: BEGINNING, fuzzy: SLIP } },
  });
  index.addAll(entries.map(({ heading, page, text }, id) => ({ id, heading, page: `${page.en} ${page.de}`, text })));
  return (query, origin) => {
    const asked = withoutPhrases(query.slice(0, QUERY_LENGTH_MAX)).trim();
    const words = [...new Set(asked.split(/[\s"“”„]+/).filter(Boolean))].slice(0, WORDS_MAX);
    if (words.length === 0) return [];
    // A word that is known is not taken for a slip of another.
    const queries = words.map((word) => anyOf(word, index.search(exactly(word)).length > 0));
    const isAsked = ({ heading }: Entry) => (heading.toLowerCase() === asked ? 1 : 0);
    return index
      .search({ combineWith: 'AND', queries }, { boostDocument: (id) => weightOf(entries[id as number]) })
      .flatMap((result: SearchResult) => {
        const entry = entries[result.id as number];
        return entry ? [{ entry, terms: [...words, ...result.terms] }] : [];
      })
      .sort((a, b) => isAsked(b.entry) - isAsked(a.entry))
      .slice(0, RESULTS_MAX)
      .map(({ entry, terms }) => ({ ...entry, excerpt: excerptOf(textAt(entry, origin), terms) }));
  };
}

/** Partners' guides first; what has changed last. */
function weightOf({ isForPartners = false, address = '' }: Partial<Entry> = {}): number {
  if (address.startsWith(ADDRESSES.changelog)) return 0.3;
  if (address.includes('#models/')) return 0.6;
  return isForPartners ? 1.4 : 0.8;
}

const textAt = ({ text, isForPartners }: Entry, origin: string) => (isForPartners ? atOrigin(text, origin) : text);

const exactly = (word: string): QueryCombination => ({
  ...{ combineWith: 'AND', queries: [word.replace(TRIM, '')] },
  ...{ prefix: false, fuzzy: false },
});

function anyOf(word: string, isKnown: boolean): QueryCombination {
  const asTyped: QueryCombination = {
    ...exactly(word),
    prefix: (term) => term.length >= PREFIX_LENGTH_MIN || term === word,
    fuzzy: (term) => (isKnown || term.length < SLIP_LENGTH_MIN ? false : term.length < SWAP_LENGTH_MIN ? 1 : 2),
  };
  const others = synonymsOf(word).map((other) => ({ ...exactly(other), boostTerm: () => SYNONYM }));
  return { combineWith: 'OR', queries: [asTyped, ...others] };
}

const TRIM = /^[^\p{L}\p{N}/_#]+|[^\p{L}\p{N}/_#+]+$/gu;

/** Words as they are written (`users.pii`, `/wallet/credit`, `00:15`), and their parts. */
function wordsIn(text: string): string[] {
  return text.split(/[\s"“”„]+/).flatMap((written) => {
    const word = written.replace(TRIM, '');
    const parts = word.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
    const names = parts.flatMap((part) => (part.includes('_') ? [part, ...part.split('_').filter(Boolean)] : [part]));
    return [...new Set([word, ...names])].filter(Boolean);
  });
}

function excerptOf(text: string, words: readonly string[]): readonly string[] {
  const longest = [...new Set(words)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(${longest.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`,
    'gi',
  );
  const hit = Math.max(0, text.search(pattern));
  // Excerpts begin and end between words.
  const from = hit <= BEFORE_HIT ? 0 : text.indexOf(' ', hit - BEFORE_HIT) + 1;
  const end = text.length <= from + EXCERPT_LENGTH ? text.length : text.lastIndexOf(' ', from + EXCERPT_LENGTH);
  const piece = text.slice(from, Math.max(end, from));
  return `${from > 0 ? '… ' : ''}${piece}${end < text.length ? ' …' : ''}`.split(pattern);
}

const REFERENCE = () =>
  GROUPS.flatMap(({ pages }) => pages).find(({ address }) => address === ADDRESSES.reference)?.title ?? {
    en: 'Reference',
    de: 'Referenz',
  };

/** One entry per operation of the partner API and one per model; it leads to its place in the reference. */
export function referenceEntries(): Entry[] {
  const page = REFERENCE();
  const operations = OPERATIONS.map(({ id, tag, method, path, summary, description, query, body }) => ({
    address: `${ADDRESSES.reference}#${operationPlace(tag, method, path)}`,
    page,
    heading: `${method} ${path}`,
    text: [
      `${summary}.`,
      description,
      id,
      ...Object.keys(query),
      ...Object.keys((body as { readonly properties?: object } | undefined)?.properties ?? {}),
    ].join(' '),
    isForPartners: true,
  }));
  return [...operations, ...modelEntries(page)];
}

function modelEntries(page: BilingualText): Entry[] {
  return Object.entries(models()).map(([name, { description = '', properties = {} }]) => ({
    address: `${ADDRESSES.reference}#${modelPlace(name)}`,
    page,
    heading: name,
    text: [description, ...Object.entries(properties).map(([field, one]) => `${field}: ${one.description ?? ''}`)].join(
      ' ',
    ),
    isForPartners: true,
  }));
}

// Other words for what the pages call something: a reader does not know yet how it is called here.

/** Several words in a row, each set written as one word that pages have. */
const PHRASES: readonly (readonly [phrase: string, words: string])[] = [
  ['dead letter', 'retries'],
  ['pull request', 'changelog'],
  ['page size', 'per_page'],
  ['go live', 'going-live'],
  ['status page', 'availability'],
  ['exchange rate', 'rate'],
  ['rate limit', 'rate_limited'],
  ['double booking', 'idempotency'],
];

/** A search for one of a row finds the others, too. */
const ROWS: readonly string[] = [
  'refund return returned reversal reverse chargeback storno',
  'pagination paging paginate cursor per_page next_cursor pages',
  'sdk client library',
  'tarball tgz package download',
  'euro euros eur money amount currency',
  'uptime availability sla downtime maintenance outage',
  'llm llms ai markdown',
  'dlq retries retry redelivery resend replay',
  'throttling throttled quota rate_limited limits',
  'duplicate duplicates idempotency idempotent replayed',
  'auth authentication authorization oauth token login',
  'hook hooks callback callbacks webhook webhooks',
  'signature signing hmac verify',
  'customer user users member members person',
  'payment payments transfer transfers',
  'postman bruno insomnia collection collections',
  'schema schemas model models',
  'swagger openapi spec',
  'gdpr dsgvo privacy',
  'cert certificate tls ssl mtls https',
  'ip ips firewall allowlist whitelist',
  'version versioning deprecation sunset',
  'test sandbox testing staging',
  'export copy mirror sync synchronise replicate',
  'statistics totals aggregates figures',
];

const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  ROWS.flatMap((row) => {
    const words = row.split(' ');
    return words.map((word) => [word, words.filter((other) => other !== word)] as const);
  }),
);

/** The search in lower case, with phrases as the pages write them. */
function withoutPhrases(query: string): string {
  return PHRASES.reduce((text, [phrase, words]) => text.replaceAll(phrase, words), query.toLowerCase());
}

/** What else the word is called. @param word in lower case */
const synonymsOf = (word: string): readonly string[] => SYNONYMS.get(word) ?? [];
