/** Other words for what the pages call something: a reader does not know yet how it is called here. */

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
export function withoutPhrases(query: string): string {
  return PHRASES.reduce((text, [phrase, words]) => text.replaceAll(phrase, words), query.toLowerCase());
}

/** What else the word is called. @param word in lower case */
export const synonymsOf = (word: string): readonly string[] => SYNONYMS.get(word) ?? [];
