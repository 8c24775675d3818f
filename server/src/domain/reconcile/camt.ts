/**
 * ISO 20022 camt.053 (bank to customer statement), read as a stream: a file is never in memory as a whole, and the memory
 * that it may take is bounded. A document type declaration is refused, so there are no entities to expand.
 */
import sax from 'sax';
import { type CamtPart, movementsOf, newPart, readDay, statusOf } from './camt-entry.ts';
import {
  type BankEntry,
  type BankStatement,
  daysOf,
  ENTRIES_MAX,
  type NotUnderstoodEntry,
  refuseControlCharacters,
  UnusableFile,
} from './types.ts';
import { createXmlNames, type XmlName, type XmlNames } from './xml-names.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;
const STATEMENT_PATH = 'Document/BkToCstmrStmt/Stmt';
const ENTRY_PATH = `${STATEMENT_PATH}/Ntry`;
const DETAIL_PATH = 'NtryDtls/TxDtls';
const DEPTH_MAX = 40;
const TEXT_MAX = 2000;
const REMITTANCE_PIECES_MAX = 20;
const DETAILS_MAX = 20_000;

/** Paths below an entry, and below a detail, whose text is kept. */
const ENTRY_TEXTS = new Set([
  'Amt',
  'CdtDbtInd',
  'RvslInd',
  'Sts',
  'Sts/Cd',
  'BookgDt/Dt',
  'BookgDt/DtTm',
  'AcctSvcrRef',
  'AddtlNtryInf',
]);
const DETAIL_TEXTS = new Set([
  'Refs/AcctSvcrRef',
  'Refs/EndToEndId',
  'Amt',
  'AmtDtls/TxAmt/Amt',
  'AmtDtls/InstdAmt/Amt',
  'CdtDbtInd',
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/AddtlRmtInf',
]);
const AMOUNTS = new Set(['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt']);
const REMITTANCE = new Set(['AddtlNtryInf', 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf']);
/** Days of the statement itself, for one without entries. */
const BALANCE_CODE = `${STATEMENT_PATH}/Bal/Tp/CdOrPrtry/Cd`;
const BALANCE_DAYS = new Set([`${STATEMENT_PATH}/Bal/Dt/Dt`, `${STATEMENT_PATH}/Bal/Dt/DtTm`]);
const PERIOD_DAYS = new Set([`${STATEMENT_PATH}/FrToDt/FrDtTm`, `${STATEMENT_PATH}/FrToDt/ToDtTm`]);

/** How far a document has been read. */
interface Reading {
  readonly parser: sax.SAXParser;
  readonly names: XmlNames;
  /** Local names from the root to the current element; `*` for an element of another namespace. */
  readonly path: string[];
  /** Of the root. */
  namespace: string;
  /** Of the current element: its currency, and its text if that is kept. */
  currency: string | undefined;
  text: string | undefined;
  /** The entry that is being read, with its details, of which the last one may be open. */
  entry: CamtPart | undefined;
  details: CamtPart[];
  detail: CamtPart | undefined;
  /** Of the balance that is being read. */
  balanceCode: string;
  closingDays: BankStatement['days'];
  periodDays: BankStatement['days'];
  entryCount: number;
  readonly entries: BankEntry[];
  readonly notUnderstood: NotUnderstoodEntry[];
  notBooked: number;
}

/**
 * Reads the booked entries of a statement.
 * @param chunks the document's text
 * @throws UnusableFile when it is no well-formed camt.053 document, or too large
 */
export async function readCamt053(chunks: AsyncIterable<string>): Promise<BankStatement> {
  const reading = newReading();
  listen(reading);
  for await (const chunk of chunks) reading.parser.write(chunk);
  reading.parser.close();
  if (reading.namespace === '') throw new UnusableFile('The file is empty.');
  const { entries, notUnderstood, notBooked, closingDays, periodDays } = reading;
  const days = daysOf(entries.map(({ bookedOn }) => bookedOn)) ?? closingDays ?? periodDays;
  return { entries, notUnderstood, notBooked, days };
}

function newReading(): Reading {
  return {
    parser: sax.parser(true, { position: true }),
    names: createXmlNames(),
    path: [],
    namespace: '',
    currency: undefined,
    text: undefined,
    entry: undefined,
    details: [],
    detail: undefined,
    balanceCode: '',
    closingDays: daysOf([]),
    periodDays: daysOf([]),
    entryCount: 0,
    entries: [],
    notUnderstood: [],
    notBooked: 0,
  };
}

function listen(reading: Reading): void {
  const { parser, names } = reading;
  parser.onerror = (error) => {
    throw new UnusableFile(
      `The file is not well-formed XML: ${(error.message.split('\n')[0] ?? '').trim()}, line ${parser.line + 1}.`,
    );
  };
  parser.ondoctype = () => {
    throw new UnusableFile('The file has a document type declaration, which a bank statement never has.');
  };
  parser.onopentagstart = () => {
    reading.currency = undefined;
    names.start();
  };
  parser.onattribute = ({ name, value }) => {
    names.attribute(name, value);
    if (name !== 'Ccy') return;
    refuseControlCharacters(value, parser.line + 1);
    reading.currency = value;
  };
  parser.onopentag = (tag) => openElement(reading, names.open(tag.name));
  parser.ontext = (piece) => addText(reading, piece);
  parser.oncdata = (piece) => addText(reading, piece);
  parser.onclosetag = () => closeElement(reading);
}

function openElement(reading: Reading, name: XmlName): void {
  enter(reading, name);
  const at = reading.path.join('/');
  if (at === ENTRY_PATH) openEntry(reading);
  else if (reading.entry && at === `${ENTRY_PATH}/${DETAIL_PATH}`) openDetail(reading);
  const { currency, detail } = reading;
  const [part, below] = place(reading);
  if (!part) {
    reading.text = at === BALANCE_CODE || BALANCE_DAYS.has(at) || PERIOD_DAYS.has(at) ? '' : undefined;
    return;
  }
  if (below === 'RtrInf') part.returned = true;
  reading.text = (part === detail ? DETAIL_TEXTS : ENTRY_TEXTS).has(below) ? '' : undefined;
  if (AMOUNTS.has(below) && currency !== undefined && !part.currencies.has(below)) {
    part.currencies.set(below, currency.slice(0, 10));
  }
}

function enter(reading: Reading, { local, uri }: XmlName): void {
  const { path } = reading;
  if (path.length === 0) checkRoot(local, uri);
  if (path.length === 1 && local !== 'BkToCstmrStmt') throw new UnusableFile('The file holds no BkToCstmrStmt.');
  if (path.length === 0) reading.namespace = uri;
  if (path.length >= DEPTH_MAX) throw new UnusableFile(`The file nests more than ${DEPTH_MAX} elements.`);
  // Elements of other namespaces (supplementary data) are stepped over.
  path.push(uri === reading.namespace ? local : '*');
}

function openEntry(reading: Reading): void {
  if (++reading.entryCount > ENTRIES_MAX) throw tooMany();
  reading.entry = newPart();
  reading.details = [];
}

function openDetail(reading: Reading): void {
  reading.detail = newPart();
  reading.details.push(reading.detail);
  if (reading.details.length > DETAILS_MAX) throw tooMany();
}

function addText(reading: Reading, piece: string): void {
  if (reading.text === undefined) return;
  refuseControlCharacters(piece, reading.parser.line + 1);
  reading.text += piece;
  if (reading.text.length > TEXT_MAX) {
    throw new UnusableFile(`A text of entry ${reading.entryCount} is longer than ${TEXT_MAX} characters.`);
  }
}

function closeElement(reading: Reading): void {
  const { path, names, text, entry } = reading;
  const [part, below] = place(reading);
  if (text !== undefined) {
    if (part) keep(part, below, text.trim());
    else keepDay(reading, path.join('/'), text.trim());
  }
  reading.text = undefined;
  if (path.at(-1) === 'TxDtls') reading.detail = undefined;
  if (entry && path.join('/') === ENTRY_PATH) {
    finishEntry(reading, entry);
    reading.entry = undefined;
  }
  path.pop();
  names.close();
}

/** The part the current element belongs to, and its path below it. */
function place({ entry, detail, path }: Reading): [CamtPart | undefined, string] {
  if (!entry) return [undefined, ''];
  return detail ? [detail, path.slice(6).join('/')] : [entry, path.slice(4).join('/')];
}

function keepDay(reading: Reading, at: string, found: string): void {
  if (at === BALANCE_CODE) reading.balanceCode = found;
  const day = readDay(/^\d{4}-\d{2}-\d{2}/.exec(found)?.[0] ?? null);
  if (PERIOD_DAYS.has(at)) reading.periodDays = extended(reading.periodDays, day);
  if (BALANCE_DAYS.has(at) && reading.balanceCode === 'CLBD') reading.closingDays = extended(reading.closingDays, day);
}

function extended(days: BankStatement['days'], day: string | null): BankStatement['days'] {
  return daysOf([days?.from ?? null, days?.to ?? null, day]);
}

function finishEntry(reading: Reading, whole: CamtPart): void {
  const { entries, notUnderstood, details, entryCount } = reading;
  if (statusOf(whole) === 'not booked') {
    reading.notBooked++;
    return;
  }
  for (const movement of movementsOf(whole, details, entryCount)) {
    if ('what' in movement) notUnderstood.push(movement);
    else entries.push(movement);
    if (entries.length + notUnderstood.length > ENTRIES_MAX) throw tooMany();
  }
}

function checkRoot(local: string, uri: string): void {
  if (local === 'Document' && NAMESPACE.test(uri)) return;
  const found = /camt\.\d{3}\.\d{3}\.\d{2}/.exec(uri)?.[0] ?? `<${local}>${uri ? ` of ${uri.slice(0, 100)}` : ''}`;
  throw new UnusableFile(`The file is ${found}; it must be a camt.053.001 statement (ISO 20022).`);
}

function tooMany(): UnusableFile {
  return new UnusableFile(`The file has more than ${ENTRIES_MAX} entries; split it.`);
}

function keep(part: CamtPart, below: string, text: string): void {
  if (text === '') return;
  if (REMITTANCE.has(below)) {
    if (part.remittance.length < REMITTANCE_PIECES_MAX) part.remittance.push(text);
  } else if (!part.texts.has(below)) {
    part.texts.set(below, text);
  }
}
