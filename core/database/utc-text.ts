/** Times on their way from a statement's text to the contract's, without a Date between: an eighth of a list's cost. */
import pg from 'pg';

const TIMESTAMPTZ = 1184;
const throughDate = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const SECONDS_LENGTH = 'YYYY-MM-DD hh:mm:ss'.length;
const ZONE = '+00';
const MILLISECONDS_LENGTH = '.mmm'.length;

/**
 * The time as `Date.toISOString` writes it: UTC, milliseconds, what is finer cut off.
 * @param text of a timestamptz, as PostgreSQL writes it (`created_at::text`)
 */
export function utcText(text: string): string {
  // Another time zone or a year of five digits: a pooler may have dropped the connection's settings.
  if (!text.endsWith(ZONE) || text[DATE_LENGTH] !== ' ') return throughDate(text).toISOString();
  const fraction = text.slice(
    SECONDS_LENGTH,
    Math.min(text.length - ZONE.length, SECONDS_LENGTH + MILLISECONDS_LENGTH),
  );
  const milliseconds = fraction.length === MILLISECONDS_LENGTH ? fraction : (fraction || '.').padEnd(4, '0');
  return `${text.slice(0, DATE_LENGTH)}T${text.slice(DATE_LENGTH + 1, SECONDS_LENGTH)}${milliseconds}Z`;
}
