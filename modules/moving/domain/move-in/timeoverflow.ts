/** TimeOverflow: four reports whose columns keep their places, in the language of the person who downloaded them. */
import { dayReader } from './days.ts';
import { idsOfRows } from './derived-ids.ts';
import { detailsWritten } from './details.ts';
import { fileNamed, neededFile } from './files.ts';
import { TIME_ZONE_KEY } from './questions.ts';
import { brokenRow, cellAt, recordsOf } from './tables.ts';
import { exchangeNote, lineOfName, listingCategory, listingText, listingTitle, oneLine } from './texts.ts';
import type {
  MoveFile,
  MoveProfile,
  MoveTools,
  Party,
  RowPlace,
  SourceListing,
  SourceMember,
  SourceTransfer,
} from './types.ts';

const MEMBER_COLUMNS = 9;
const TRANSFER_COLUMNS = 5;
const POST_COLUMNS = 5;
const SECONDS = /^[+-]?\d{1,12}$/;
const DURATION = /^(\d{1,7}):([0-5]\d)$/;
const NUMBERED = /^(.*) \((\d+)\)$/s;
/** Inactive and deleted members, in the languages of the application. */
const UNNAMED: readonly RegExp[] = [
  /^the user (?:no longer exists|isn't active|is not active)\.?$/i,
  /^el usuario (?:ya no existe|no está activo)\.?$/i,
  /^l'usuari (?:ja no existeix|no està actiu)\.?$/i,
  /^cet·te utilisateur·rice n'existe plus\.?$|^l'utilisateur·rice n'est pas acti[fv].*$|^l'utilisateur (?:n'existe plus|n'est pas actif)\.?$/i,
  /^erabiltzaile hau jada ez dago\.?$|^erabiltzailea ez dago erabilgarri\.?$/i,
  /^a persoa usuaria (?:xa non existe|non está activa)\.?$/i,
  /^o (?:usuário|utilizador) (?:não existe mais|já não existe|não está ativo|não está activo)\.?$/i,
  /^(?:de )?gebruiker (?:bestaat niet meer|is niet actief)\.?$/i,
  /^ユーザーは(?:存在しません|アクティブではありません)。?$/,
  /^l'utente (?:non esiste più|non è attivo)\.?$/i,
];
const NONE = 'none';

/** Reads the reports `Members_`, `Transfers_`, `Inquiries_` and `Offers_`. */
export const readTimeOverflow: MoveProfile = async (files, tools) => {
  const members = await readMembers(neededFile(files, /^member/i, 'Members_….csv'), tools);
  const names = new Map(members.map(({ number, name }) => [number, name]));
  const listings = [
    ...(await readPosts(fileNamed(files, /^offer/i), 'service', names, tools)),
    ...(await readPosts(fileNamed(files, /^inquir/i), 'request', names, tools)),
  ];
  const transfers = await readTransfers(fileNamed(files, /^transfer/i), names, tools);
  return { members, listings, transfers, fundSeconds: null };
};

async function readMembers(file: MoveFile, tools: MoveTools): Promise<SourceMember[]> {
  const [, ...rows] = await recordsOf(file);
  return rows.flatMap((record): SourceMember[] => {
    const place = { file: file.name, line: record.firstLine };
    const [number, name, email] = [cellAt(record, 0), cellAt(record, 1), cellAt(record, 2)];
    const balance = cellAt(record, MEMBER_COLUMNS - 1);
    const known = /^\d{1,15}$/.test(number) ? number : null;
    const broken = brokenRow(record, MEMBER_COLUMNS);
    if (broken || known === null) {
      tools.fault(place, known, broken ?? 'no_number');
      return [];
    }
    if (!SECONDS.test(balance)) {
      tools.fault(place, known, 'no_balance');
      return [];
    }
    const member = { number, name: lineOfName(name), email, language: cellAt(record, 7), joinedOn: null };
    const details = detailsWritten({ phone: cellAt(record, 3), secondPhone: cellAt(record, 4) });
    return [{ ...place, ...member, status: 'active', balanceSeconds: Number(balance), details }];
  });
}

/** The name and number of `Marta Ribó (13)`, where a member has both. */
function memberIn(text: string, names: ReadonlyMap<string, string>): string | undefined {
  const [, name = '', number = ''] = NUMBERED.exec(oneLine(text, 1000)) ?? [];
  return names.get(number) === lineOfName(name) ? number : undefined;
}

async function readPosts(
  file: MoveFile | undefined,
  type: SourceListing['type'],
  names: ReadonlyMap<string, string>,
  tools: MoveTools,
): Promise<SourceListing[]> {
  if (!file) return [];
  const dayIn = dayReader('UTC');
  const [, ...rows] = await recordsOf(file);
  let category = '';
  return rows.flatMap((record): SourceListing[] => {
    const place = { file: file.name, line: record.firstLine };
    const [id, title, tags, owner, created] = [0, 1, 2, 3, 4].map((at) => cellAt(record, at)) as [
      string,
      string,
      string,
      string,
      string,
    ];
    if (id === '' && owner === '') {
      category = title === '-' ? '' : listingCategory(title);
      return [];
    }
    const member = memberIn(owner, names);
    const broken = brokenRow(record, POST_COLUMNS) ?? (/^\d{1,15}$/.test(id) ? undefined : 'no_id');
    if (broken) {
      tools.fault(place, member ?? null, broken);
      return [];
    }
    if (member === undefined) {
      tools.note('listings_left_out');
      return [];
    }
    const texts = { title: listingTitle(title), description: listingText(tags), category };
    return [{ ...place, id, member, type, ...texts, status: 'active', createdOn: dayIn(created) ?? null }];
  });
}

async function readTransfers(
  file: MoveFile | undefined,
  names: ReadonlyMap<string, string>,
  tools: MoveTools,
): Promise<SourceTransfer[]> {
  if (!file) {
    tools.note('no_transfers');
    return [];
  }
  const [, ...records] = await recordsOf(file);
  if (records.length === 0) return [];
  const rows = records.map((record) => ({ record, cells: [0, 1, 2, 3, 4].map((at) => cellAt(record, at)) }));
  const fund = fundByQuestion(
    rows.flatMap(({ cells }) => [cells[1] ?? '', cells[2] ?? '']),
    names,
    tools,
  );
  const question = 'The times of transfers are UTC. Whose time zone do their days belong to, such as Europe/Madrid?';
  const dayIn = dayReader(tools.ask({ key: TIME_ZONE_KEY, question, options: null, suggested: 'UTC' }));
  const partyOf = (text: string): Party => {
    const member = memberIn(text, names);
    if (member !== undefined) return { kind: 'member', number: member };
    return { kind: oneLine(text, 1000) === fund ? 'fund' : 'gone' };
  };
  const idOf = idsOfRows();
  return rows.flatMap(({ record, cells }): SourceTransfer[] => {
    const [time = '', from = '', to = '', post = '', quantity = ''] = cells;
    const place: RowPlace = { file: file.name, line: record.firstLine };
    const [payer, payee] = [partyOf(from), partyOf(to)];
    const named = [payee, payer].find((party) => party.kind === 'member');
    const number = named?.kind === 'member' ? named.number : null;
    const [day, duration] = [dayIn(time), DURATION.exec(quantity)];
    const broken = brokenRow(record, TRANSFER_COLUMNS);
    if (broken || !day || !duration || from === '' || to === '') {
      const what = day ? (duration ? 'no_parties' : 'no_amount') : 'no_day';
      tools.fault(place, number, broken ?? what);
      return [];
    }
    const seconds = Number(duration[1]) * 3600 + Number(duration[2]) * 60;
    return [{ ...place, id: idOf(...cells), day, payer, payee, seconds, note: exchangeNote(post) }];
  });
}

/** The bank has a name and no number; no other file has it. @returns its name as one line, or NONE */
function fundByQuestion(parties: readonly string[], names: ReadonlyMap<string, string>, tools: MoveTools): string {
  const counts = new Map<string, number>();
  for (const written of parties) {
    const text = oneLine(written, 1000);
    if (text === '' || memberIn(written, names) !== undefined || UNNAMED.some((one) => one.test(text))) continue;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  // What ends in a number was a member under another name.
  const isNumbered = (name: string) => Number(NUMBERED.test(name));
  const found = [...counts]
    .sort(([a, times], [b, otherTimes]) => isNumbered(a) - isNumbered(b) || otherTimes - times || (a < b ? -1 : 1))
    .map(([name]) => name);
  const [suggested] = found;
  if (suggested === undefined) return NONE;
  const question = 'Which of these is the time bank itself? Its hours go to the community fund.';
  return tools.ask({ key: 'fund', question, options: [...found.slice(0, 50), NONE], suggested });
}
