/** `/at/{community}/hours`: all hours of a member, each explained; the same as a file. */
import { hoursFromSeconds } from '@timebank/contract';
import { csvFile } from '@timebank/contract/csv';
import { html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { decimalMark } from '../../../core/communities/language.ts';
import type { Deps } from '../../../core/deps.ts';
import { readAccountLines } from '../../members/domain/exchanges/account-lines.ts';
import type { LineRow } from '../../members/domain/exchanges/console-queries.ts';
import { sums } from './home.ts';
import type { OwnCall, OwnHandler } from './present/call.ts';
import { dayOfLine, lineItems, lineText, otherOf } from './present/lines.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

/** Nobody keeps as many by hand. */
const LINES_MAX = 20_000;

export const memberHoursHandler: OwnHandler = async (call, deps) => {
  const { session, community, home, lang } = call;
  const text = MEMBER_TEXTS[lang].hours;
  const year = yearOf(call);
  const lines = await allLines(call, deps);
  const years = [...new Set(lines.map(yearOfLine))];
  const shown = lines.filter((line) => year === undefined || yearOfLine(line) === year);
  const query = year === undefined ? '' : `?year=${year}`;
  const title = year === undefined ? text.title : `${text.title} ${year}`;
  return {
    page: 'hours',
    title,
    // On paper, which has no head, whose hours they are.
    main: html`<p class="paper">${session.name}, ${community.name}</p>
<h1>${title}</h1>
${sums(call, session)}
${years.length > 1 && html`<p class="ways"><a href="${home}/hours">${text.all}</a>${years.map((one) => html` <a href="${home}/hours?year=${one}">${one}</a>`)}</p>`}
${shown.length === 0 ? html`<p>${text.none}</p>` : html`<ul class="lines">${lineItems(shown, call)}</ul>`}
<p><a class="button" href="${home}/hours.csv${query}">${text.file}</a></p>`,
  };
};

export const memberHoursFileHandler: OwnHandler = async (call, deps) => {
  const year = yearOf(call);
  const lines = (await allLines(call, deps)).filter((line) => year === undefined || yearOfLine(line) === year);
  const rows = lines.map((line) => [
    dayOfLine(line),
    lineText(line, call),
    otherOf(line, call),
    line.note ?? '',
    { written: decimal(hoursFromSeconds(line.signedSeconds), call.lang) },
    line.signedSeconds,
  ]);
  // As the console writes its files: a spreadsheet takes them in the language that it speaks.
  return {
    file: csvFile([MEMBER_TEXTS[call.lang].hours.columns, ...rows], decimalMark(call.lang) === ',' ? ';' : ','),
    name: `${MEMBER_TEXTS[call.lang].hours.fileName}${year === undefined ? '' : `-${year}`}.csv`,
  };
};

const decimal = (hours: number, lang: OwnCall['lang']): string => String(hours).replace('.', decimalMark(lang));

/** @throws Refusal invalid_request */
function yearOf({ query: { year } }: OwnCall): string | undefined {
  if (year === undefined || /^\d{4}$/.test(year)) return year;
  throw refusal('invalid_request', 'year is a calendar year, such as 2026.');
}

const yearOfLine = (line: LineRow): string => dayOfLine(line).slice(0, 4);

/** By the day of the help, newest first, at most so many. */
async function allLines({ community, session }: OwnCall, { database }: Deps): Promise<readonly LineRow[]> {
  const account = { communityId: community.id, accountId: session.accountId };
  const lines = await readAccountLines(database.reads, account, { most: LINES_MAX });
  return lines.slice(0, LINES_MAX).sort((a, b) => Date.parse(dayOfLine(b)) - Date.parse(dayOfLine(a)));
}
