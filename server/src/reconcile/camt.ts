/**
 * ISO 20022 camt.053 (bank to customer statement), read as a stream: a file is never in memory as a whole, and what it
 * may make us keep is bounded. A document type declaration is refused, so there are no entities to expand.
 */
import sax from 'sax';
import { parseDecimal } from './amount.ts';
import { type BankEntry, type BankStatement, ENTRIES_MAX, UnusableFile } from './types.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;
const ENTRY_PATH = 'Document/BkToCstmrStmt/Stmt/Ntry';
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
  'CdtDbtInd',
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/AddtlRmtInf',
]);
const REMITTANCE = new Set(['AddtlNtryInf', 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf']);

/** Texts by path; the first of each wins, except for what the payer wrote. */
interface Part {
  readonly texts: Map<string, string>;
  readonly remittance: string[];
  currency: string | undefined;
  returned: boolean;
}

const newPart = (): Part => ({ texts: new Map(), remittance: [], currency: undefined, returned: false });

/**
 * Reads the booked entries of a statement.
 * @param chunks the document's text
 * @throws UnusableFile when it is no well-formed camt.053 document, or too large
 */
export async function readCamt053(chunks: AsyncIterable<string>): Promise<BankStatement> {
  const parser = sax.parser(true, { xmlns: true, position: true });
  const path: string[] = [];
  const entries: BankEntry[] = [];
  let namespace = '';
  let notBooked = 0;
  let entryCount = 0;
  let entry: Part | undefined;
  let details: Part[] = [];
  let detail: Part | undefined;
  let text: string | undefined;

  parser.onerror = (error) => {
    throw new UnusableFile(
      `The file is not well-formed XML: ${(error.message.split('\n')[0] ?? '').trim()}, line ${parser.line + 1}.`,
    );
  };
  parser.ondoctype = () => {
    throw new UnusableFile('The file has a document type declaration, which a bank statement never has.');
  };
  parser.onopentag = (tag) => {
    const { local, uri, attributes } = tag as sax.QualifiedTag;
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
    if (!part) return;
    if (below === 'RtrInf') part.returned = true;
    text = (part === detail ? DETAIL_TEXTS : ENTRY_TEXTS).has(below) ? '' : undefined;
    if (below === 'Amt' || (below === 'AmtDtls/TxAmt/Amt' && part.currency === undefined)) {
      part.currency = attributes.Ccy?.value;
    }
  };
  const addText = (piece: string) => {
    if (text === undefined) return;
    text += piece;
    if (text.length > TEXT_MAX)
      throw new UnusableFile(`A text of entry ${entryCount} is longer than ${TEXT_MAX} characters.`);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const [part, below] = place();
    if (part && text !== undefined) keep(part, below, text.trim());
    text = undefined;
    if (path.at(-1) === 'TxDtls') detail = undefined;
    if (entry && path.join('/') === ENTRY_PATH) {
      finish(entry);
      entry = undefined;
    }
    path.pop();
  };

  /** The part the current element belongs to, and its path below it. */
  function place(): [Part | undefined, string] {
    if (!entry) return [undefined, ''];
    return detail ? [detail, path.slice(6).join('/')] : [entry, path.slice(4).join('/')];
  }

  function finish(whole: Part): void {
    const status = whole.texts.get('Sts/Cd') ?? whole.texts.get('Sts');
    if (status !== 'BOOK') {
      notBooked++;
      return;
    }
    const found = entriesOf(whole, details, entryCount);
    if (entries.length + found.length > ENTRIES_MAX) throw tooMany();
    entries.push(...found);
  }

  for await (const chunk of chunks) parser.write(chunk);
  parser.close();
  if (namespace === '') throw new UnusableFile('The file is empty.');
  return { entries, notBooked };
}

function checkRoot(local: string, uri: string): void {
  if (local === 'Document' && NAMESPACE.test(uri)) return;
  const found = /camt\.\d{3}\.\d{3}\.\d{2}/.exec(uri)?.[0] ?? `<${local}>${uri ? ` of ${uri.slice(0, 100)}` : ''}`;
  throw new UnusableFile(`The file is ${found}; it must be a camt.053.001 statement (ISO 20022).`);
}

function tooMany(): UnusableFile {
  return new UnusableFile(`The file has more than ${ENTRIES_MAX} entries; split it.`);
}

function keep(part: Part, below: string, text: string): void {
  if (text === '') return;
  if (REMITTANCE.has(below)) {
    if (part.remittance.length < REMITTANCE_PIECES_MAX) part.remittance.push(text);
  } else if (!part.texts.has(below)) {
    part.texts.set(below, text);
  }
}

/** An entry without or with one detail is one movement; with several each of them is one. */
function entriesOf(entry: Part, details: readonly Part[], number: number): BankEntry[] {
  const returned = entry.texts.get('RvslInd') === 'true' || entry.texts.get('RvslInd') === '1';
  const bookedOn = (entry.texts.get('BookgDt/Dt') ?? entry.texts.get('BookgDt/DtTm'))?.slice(0, 10) ?? null;
  const single = details.length < 2;
  return (single ? [details[0] ?? newPart()] : details).map((detail, at) => {
    const place = single ? `entry ${number}` : `entry ${number}, detail ${at + 1}`;
    const own = detail.texts.get('Refs/AcctSvcrRef');
    // What several movements share names none of them.
    const shared = single ? entry.texts.get('AcctSvcrRef') : undefined;
    const amountText = single
      ? entry.texts.get('Amt')
      : (detail.texts.get('Amt') ?? detail.texts.get('AmtDtls/TxAmt/Amt'));
    const amount = amountText === undefined ? undefined : parseDecimal(amountText);
    const currency = single ? entry.currency : detail.currency;
    const direction = (single ? undefined : detail.texts.get('CdtDbtInd')) ?? entry.texts.get('CdtDbtInd');
    if (!amount || amountText === undefined || !currency)
      throw new UnusableFile(`The amount of ${place} is missing or unreadable.`);
    if (direction !== 'CRDT' && direction !== 'DBIT')
      throw new UnusableFile(`The direction of ${place} is neither CRDT nor DBIT.`);
    return {
      place,
      entryReferences: [...new Set([shared, own].filter((reference) => reference !== undefined))],
      endToEndId: detail.texts.get('Refs/EndToEndId') ?? null,
      amount,
      amountText,
      currency,
      direction: direction === 'CRDT' ? 'credit' : 'debit',
      returned: returned || entry.returned || detail.returned,
      bookedOn,
      remittance: [...detail.remittance, ...entry.remittance],
    };
  });
}
