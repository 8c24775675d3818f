/**
 * Documents of ISO 20022's camt.052, .053 and .054 by the names of their elements, read as a stream of events, in
 * bounded memory. A document type declaration is refused, so there are no entities to expand.
 */

import sax from 'sax';
import { type CamtElement, keepText, newElement } from './camt-part.ts';
import { LINES_MAX, refuseControls, TEXT_MAX, tooManyLines } from './texts.ts';
import { BankFileFault, type BankFormat } from './types.ts';

const DEPTH_MAX = 60;
const SLICE = 65_536;
/** Of the element that holds statements: its format, and the name of a statement in it. */
const CONTAINERS: ReadonlyMap<string, readonly [BankFormat, string]> = new Map([
  ['BkToCstmrAcctRpt', ['camt.052', 'Rpt']],
  ['BkToCstmrStmt', ['camt.053', 'Stmt']],
  ['BkToCstmrDbtCdtNtfctn', ['camt.054', 'Ntfctn']],
]);
/** Banks declare the name of a payment order's document. */
const ORDERS = /^(?:CstmrCdtTrfInitn|CstmrDrctDbtInitn|pain\.00[18])/;

export interface CamtStatement<Entry> {
  readonly format: BankFormat;
  readonly part: CamtElement;
  readonly balances: CamtElement[];
  readonly entries: Entry[];
}

/** Makes of an entry what is kept of it, as soon as it ends: a file's parts are never in memory together. */
export type FinishEntry<Entry> = (
  statement: CamtStatement<Entry>,
  whole: CamtElement,
  details: readonly CamtElement[],
) => Entry;

interface OpenPart {
  readonly part: CamtElement;
  /** How many names of the path lead to it. */
  readonly depth: number;
  readonly end: () => void;
}

interface CamtReading<Entry> {
  readonly finish: FinishEntry<Entry>;
  readonly parser: sax.SAXParser;
  readonly scopes: XmlScopes;
  /** Local names from the root to the current element; `*` for an element of a foreign namespace. */
  readonly path: string[];
  /** Of the statements that are being read; undefined outside of them. */
  container:
    | { readonly format: BankFormat; readonly statement: string; readonly uri: string; depth: number }
    | undefined;
  /** The first root's name or namespace, for people. */
  root: string;
  readonly open: OpenPart[];
  currency: string | undefined;
  text: string | undefined;
  wasCut: boolean;
  statement: CamtStatement<Entry> | undefined;
  details: CamtElement[];
  lineCount: number;
  readonly statements: CamtStatement<Entry>[];
  readonly notes: Set<string>;
}

/**
 * Reads all documents of a text, one after another, enveloped or not.
 * @param xml one or more documents
 * @throws BankFileFault
 */
export function readCamtDocuments<Entry>(
  xml: string,
  finish: FinishEntry<Entry>,
): { statements: CamtStatement<Entry>[]; notes: string[] } {
  const reading = newReading(finish);
  listen(reading);
  const { parser } = reading;
  // Several documents in one file have several roots, each perhaps with a declaration: here they have one.
  parser.write('<files>');
  const text = xml.replaceAll(/<\?xml\s[^>]{0,200}\?>/g, '');
  for (let at = 0; at < text.length; at += SLICE) parser.write(text.slice(at, at + SLICE));
  if (reading.path.length > 1) throw endsEarly(parser.line + 1);
  parser.write('</files>').close();
  if (reading.statements.length === 0) throw noStatement(reading);
  return { statements: reading.statements, notes: [...reading.notes] };
}

function newReading<Entry>(finish: FinishEntry<Entry>): CamtReading<Entry> {
  return {
    finish,
    parser: sax.parser(true, { position: true }),
    scopes: createXmlScopes(),
    path: [],
    container: undefined,
    root: '',
    open: [],
    currency: undefined,
    text: undefined,
    wasCut: false,
    statement: undefined,
    details: [],
    lineCount: 0,
    statements: [],
    notes: new Set(),
  };
}

function endsEarly(line: number): BankFileFault {
  const message = `The file ends in the middle of a statement, in line ${line}; download it again.`;
  return new BankFileFault('truncated', message, { line });
}

function noStatement<Entry>({ root }: CamtReading<Entry>): BankFileFault {
  if (ORDERS.test(root)) {
    const message = `The file holds payment orders (${root}), not what was booked; choose a statement (camt.053).`;
    return new BankFileFault('orders_not_statements', message, { found: root });
  }
  const message = `The file is XML (${root || 'without elements'}) and no bank's statement; choose camt.053.`;
  return new BankFileFault('not_a_statement', message, { found: root });
}

function documentType(line: number): BankFileFault {
  const message = 'The file has a document type declaration, which a bank statement never has.';
  return new BankFileFault('doctype', message, { line });
}

function listen<Entry>(reading: CamtReading<Entry>): void {
  const { parser, scopes } = reading;
  parser.onerror = (error) => {
    const line = parser.line + 1;
    // Below the root that this reader adds, the parser takes it for a fault.
    if (/doctype/i.test(error.message)) throw documentType(line);
    const what = (error.message.split('\n')[0] ?? '').trim();
    throw new BankFileFault('not_well_formed', `The file is not well-formed XML: ${what}, line ${line}.`, { line });
  };
  parser.onopentagstart = () => {
    reading.currency = undefined;
    scopes.start();
  };
  parser.onattribute = ({ name, value }) => {
    scopes.attribute(name, value);
    if (name !== 'Ccy') return;
    refuseControls(value, parser.line + 1);
    reading.currency = value.slice(0, 10);
  };
  parser.onopentag = (tag) => openElement(reading, scopes.open(tag.name));
  parser.ontext = (piece) => addText(reading, piece);
  parser.oncdata = (piece) => addText(reading, piece);
  parser.onclosetag = () => closeElement(reading);
}

function openElement<Entry>(reading: CamtReading<Entry>, { local, uri }: ScopedName): void {
  const { path, container } = reading;
  if (path.length >= DEPTH_MAX) {
    const message = `The file nests more than ${DEPTH_MAX} elements, which no bank's statement does.`;
    throw new BankFileFault('not_a_statement', message, { line: reading.parser.line + 1 });
  }
  nameRoot(reading, { local, uri });
  // Elements of other namespaces (supplementary data) are stepped over.
  path.push(container && uri !== container.uri ? '*' : local);
  const known = container ? undefined : CONTAINERS.get(local);
  if (known) reading.container = { format: known[0], statement: known[1], uri, depth: path.length };
  reading.text = undefined;
  if (!reading.container || known) return;
  openPart(reading);
  const top = reading.open.at(-1);
  if (!top) return;
  const below = pathBelow(reading, top);
  top.part.present.add(below);
  reading.text = '';
  reading.wasCut = false;
  const { currency } = reading;
  if (currency !== undefined && !top.part.currencies.has(below)) top.part.currencies.set(below, currency);
}

/** The root says best what a file is that holds no statement: by the name in its namespace, else by its own. */
function nameRoot<Entry>(reading: CamtReading<Entry>, { local, uri }: ScopedName): void {
  if (reading.path.length === 1 && reading.root === '') reading.root = local.slice(0, 60);
  const name = /(?:camt|pain|pacs|head)\.\d{3}\.\d{3}\.\d{2}/.exec(uri)?.[0];
  if (name && !name.startsWith('head') && !/^[a-z]{4}\./.test(reading.root)) reading.root = name;
  if (ORDERS.test(local)) reading.root = local;
}

function openPart<Entry>(reading: CamtReading<Entry>): void {
  const { path, container, open } = reading;
  if (!container) return;
  const below = path.slice(container.depth).join('/');
  const start = (end: () => void) => {
    const part = newElement();
    open.push({ part, depth: path.length, end });
    return part;
  };
  const { statement } = container;
  if (below === statement) {
    reading.statement = {
      format: container.format,
      part: start(() => endStatement(reading)),
      balances: [],
      entries: [],
    };
  } else if (below === `${statement}/Bal`) {
    reading.statement?.balances.push(start(() => {}));
  } else if (below === `${statement}/Ntry`) {
    if (++reading.lineCount > LINES_MAX) throw tooManyLines();
    reading.details = [];
    const whole = start(() => {
      if (reading.statement) reading.statement.entries.push(reading.finish(reading.statement, whole, reading.details));
    });
  } else if (below === `${statement}/Ntry/NtryDtls/TxDtls`) {
    if (reading.details.length > 0 && ++reading.lineCount > LINES_MAX) throw tooManyLines();
    reading.details.push(start(() => {}));
  }
}

function endStatement<Entry>(reading: CamtReading<Entry>): void {
  if (reading.statement) reading.statements.push(reading.statement);
  reading.statement = undefined;
}

/** Without the steps in between that only newer versions have. */
function pathBelow<Entry>({ path }: CamtReading<Entry>, { depth }: OpenPart): string {
  return path
    .slice(depth)
    .filter((name) => name !== 'Pty' && name !== 'FinInstnId')
    .join('/');
}

function addText<Entry>(reading: CamtReading<Entry>, piece: string): void {
  if (reading.text === undefined) return;
  const text = reading.text.length > TEXT_MAX ? '' : piece.slice(0, TEXT_MAX + 1);
  refuseControls(text, reading.parser.line + 1);
  reading.text += text;
  reading.wasCut ||= reading.text.length > TEXT_MAX || piece.length > TEXT_MAX + 1;
}

function closeElement<Entry>(reading: CamtReading<Entry>): void {
  const { path, text, open, container, scopes } = reading;
  const top = open.at(-1);
  if (top && text !== undefined) {
    const isKept = keepText(top.part, pathBelow(reading, top), text.slice(0, TEXT_MAX).trim());
    if (!isKept || reading.wasCut) noteCut(reading);
  }
  reading.text = undefined;
  if (top && path.length === top.depth) {
    open.pop();
    top.end();
  }
  if (container && path.length === container.depth) reading.container = undefined;
  path.pop();
  scopes.close();
}

function noteCut<Entry>({ notes, statement }: CamtReading<Entry>): void {
  const place = statement ? ` of entry ${statement.entries.length + 1}` : '';
  if (notes.size < 20) notes.add(`A text${place} is longer than ${TEXT_MAX} characters and was cut.`);
}

// Names and namespaces of XML elements, attribute by attribute, so that an element cannot collect them without end.

const ATTRIBUTES_MAX = 50;
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

export interface ScopedName {
  readonly local: string;
  readonly uri: string;
}

export interface XmlScopes {
  /** An element begins; its attributes follow. */
  start(): void;
  /** @throws BankFileFault at the first attribute too many, before more of them are read */
  attribute(name: string, value: string): void;
  /** The element's attributes are complete. */
  open(name: string): ScopedName;
  close(): void;
}

function createXmlScopes(): XmlScopes {
  /** Prefixes in force, outermost first. */
  const scopes: Map<string, string>[] = [new Map([['xml', XML_NAMESPACE]])];
  let declared: Map<string, string> | undefined;
  let count = 0;
  return {
    start() {
      declared = undefined;
      count = 0;
    },
    attribute(name, value) {
      if (++count > ATTRIBUTES_MAX)
        throw new BankFileFault('not_a_statement', `An element has more than ${ATTRIBUTES_MAX} attributes.`);
      // The parser keeps attributes in an ordinary object and asks it for this.
      if (name === 'hasOwnProperty')
        throw new BankFileFault('not_a_statement', 'An element has an attribute that no statement has.');
      const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined;
      if (prefix === undefined) return;
      declared ??= new Map(scopes.at(-1));
      declared.set(prefix, value);
    },
    open(name) {
      const scope = declared ?? (scopes.at(-1) as Map<string, string>);
      scopes.push(scope);
      const colon = name.indexOf(':');
      const prefix = colon < 0 ? '' : name.slice(0, colon);
      const uri = scope.get(prefix);
      if (uri === undefined && prefix !== '') {
        throw new BankFileFault(
          'not_well_formed',
          `The file is not well-formed XML: the prefix "${prefix.slice(0, 40)}" is not declared.`,
        );
      }
      return { local: name.slice(colon + 1), uri: uri ?? '' };
    },
    close() {
      scopes.pop();
    },
  };
}
