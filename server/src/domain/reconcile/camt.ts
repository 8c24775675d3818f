/**
 * ISO 20022 camt.053 (bank to customer statement), read as a stream: a file is never in memory as a whole, and what it
 * may make us keep is bounded. A document type declaration is refused, so there are no entities to expand.
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
import { createXmlNames } from './xml-names.ts';

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

/**
 * Reads the booked entries of a statement.
 * @param chunks the document's text
 * @throws UnusableFile when it is no well-formed camt.053 document, or too large
 */
export async function readCamt053(chunks: AsyncIterable<string>): Promise<BankStatement> {
  const parser = sax.parser(true, { position: true });
  const names = createXmlNames();
  const path: string[] = [];
  const entries: BankEntry[] = [];
  const notUnderstood: NotUnderstoodEntry[] = [];
  let closingDays = daysOf([]);
  let periodDays = daysOf([]);
  let balanceCode = '';
  let namespace = '';
  let notBooked = 0;
  let entryCount = 0;
  let entry: CamtPart | undefined;
  let details: CamtPart[] = [];
  let detail: CamtPart | undefined;
  let currency: string | undefined;
  let text: string | undefined;

  parser.onerror = (error) => {
    throw new UnusableFile(
      `The file is not well-formed XML: ${(error.message.split('\n')[0] ?? '').trim()}, line ${parser.line + 1}.`,
    );
  };
  parser.ondoctype = () => {
    throw new UnusableFile('The file has a document type declaration, which a bank statement never has.');
  };
  parser.onopentagstart = () => {
    currency = undefined;
    names.start();
  };
  parser.onattribute = ({ name, value }) => {
    names.attribute(name, value);
    if (name !== 'Ccy') return;
    refuseControlCharacters(value, parser.line + 1);
    currency = value;
  };
  parser.onopentag = (tag) => {
    const { local, uri } = names.open(tag.name);
    if (path.length === 0) checkRoot(local, uri);
    if (path.length === 1 && local !== 'BkToCstmrStmt') throw new UnusableFile('The file holds no BkToCstmrStmt.');
    if (path.length === 0) namespace = uri;
    if (path.length >= DEPTH_MAX) throw new UnusableFile(`The file nests more than ${DEPTH_MAX} elements.`);
    // Elements of other namespaces (supplementary data) are stepped over.
    path.push(uri === namespace ? local : '*');
    const at = path.join('/');
    if (at === ENTRY_PATH) {
      if (++entryCount > ENTRIES_MAX) throw tooMany();
      entry = newPart();
      details = [];
    } else if (entry && at === `${ENTRY_PATH}/${DETAIL_PATH}`) {
      detail = newPart();
      details.push(detail);
      if (details.length > DETAILS_MAX) throw tooMany();
    }
    const [part, below] = place();
    if (part) {
      if (below === 'RtrInf') part.returned = true;
      text = (part === detail ? DETAIL_TEXTS : ENTRY_TEXTS).has(below) ? '' : undefined;
      if (AMOUNTS.has(below) && currency !== undefined && !part.currencies.has(below)) {
        part.currencies.set(below, currency.slice(0, 10));
      }
    } else {
      text = at === BALANCE_CODE || BALANCE_DAYS.has(at) || PERIOD_DAYS.has(at) ? '' : undefined;
    }
  };
  const addText = (piece: string) => {
    if (text === undefined) return;
    refuseControlCharacters(piece, parser.line + 1);
    text += piece;
    if (text.length > TEXT_MAX)
      throw new UnusableFile(`A text of entry ${entryCount} is longer than ${TEXT_MAX} characters.`);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const [part, below] = place();
    if (text !== undefined) {
      if (part) keep(part, below, text.trim());
      else keepDay(path.join('/'), text.trim());
    }
    text = undefined;
    if (path.at(-1) === 'TxDtls') detail = undefined;
    if (entry && path.join('/') === ENTRY_PATH) {
      finish(entry);
      entry = undefined;
    }
    path.pop();
    names.close();
  };

  /** The part the current element belongs to, and its path below it. */
  function place(): [CamtPart | undefined, string] {
    if (!entry) return [undefined, ''];
    return detail ? [detail, path.slice(6).join('/')] : [entry, path.slice(4).join('/')];
  }

  function keepDay(at: string, found: string): void {
    if (at === BALANCE_CODE) balanceCode = found;
    const day = /^\d{4}-\d{2}-\d{2}/.exec(found)?.[0] ?? null;
    if (PERIOD_DAYS.has(at)) periodDays = daysOf([periodDays?.from ?? null, periodDays?.to ?? null, readDay(day)]);
    if (BALANCE_DAYS.has(at) && balanceCode === 'CLBD') {
      closingDays = daysOf([closingDays?.from ?? null, closingDays?.to ?? null, readDay(day)]);
    }
  }

  function finish(whole: CamtPart): void {
    if (statusOf(whole) === 'not booked') {
      notBooked++;
      return;
    }
    for (const movement of movementsOf(whole, details, entryCount)) {
      if ('what' in movement) notUnderstood.push(movement);
      else entries.push(movement);
      if (entries.length + notUnderstood.length > ENTRIES_MAX) throw tooMany();
    }
  }

  for await (const chunk of chunks) parser.write(chunk);
  parser.close();
  if (namespace === '') throw new UnusableFile('The file is empty.');
  const days = daysOf(entries.map(({ bookedOn }) => bookedOn)) ?? closingDays ?? periodDays;
  return { entries, notUnderstood, notBooked, days };
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
