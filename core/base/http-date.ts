/** The three forms of a date in HTTP (RFC 9110 section 5.6.7), all of which a recipient must read. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)`;
const MONTH = `(?<month>${MONTHS.join('|')})`;
const FORMS = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) ${MONTH} (?<year>\d{4}) ${TIME} GMT$`),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(
    String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-${MONTH}-(?<year>\d{2}) ${TIME} GMT$`,
  ),
  // Sun Nov  6 08:49:37 1994
  new RegExp(String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>\d{2}| \d) ${TIME} (?<year>\d{4})$`),
];
/** A year of two digits that would lie further ahead is one of the century before. */
const AHEAD_YEARS_MAX = 50;

/** The time in milliseconds since 1970; undefined for a text of no such form, or a day that no calendar has. */
export function readHttpDate(text: string, now: Date): number | undefined {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { year: yearText = '', month: monthText = '', day: dayText = '' } = parts;
  const [month, day] = [MONTHS.indexOf(monthText), Number(dayText)];
  const year = yearText.length === 2 ? centuryOf(Number(yearText), now) : Number(yearText);
  const midnightMs = new Date(0).setUTCFullYear(year, month, day);
  if (new Date(midnightMs).getUTCDate() !== day || new Date(midnightMs).getUTCMonth() !== month) return undefined;
  const [hour, minute, second] = [parts.hour, parts.minute, parts.second].map(Number) as [number, number, number];
  return midnightMs + ((hour * 60 + minute) * 60 + second) * 1000;
}

function centuryOf(twoDigits: number, now: Date): number {
  const thisYear = now.getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + AHEAD_YEARS_MAX ? year - 100 : year;
}
