/** The parts of .xlsx beside its sheets: relationships, shared texts, formats (ECMA-376 parts 1 and 2). */
import { posix } from 'node:path';
import { type CellFormat, shownByCode, shownByNumber } from './number-formats.ts';
import { type SheetWalk, walkXml } from './xml.ts';

/** Texts of the files in the workbook, by their path in small letters, in which parts are compared. */
export type Parts = ReadonlyMap<string, string>;

/** Walks over a part; one that is not there is empty. */
export function walkPart(parts: Parts, path: string | undefined, on: SheetWalk): void {
  const text = path === undefined ? undefined : parts.get(path.toLowerCase());
  if (text) walkXml(text, on);
}

/** Where the relationships of a part lead: by their id, and by the last word of their type. */
export interface Targets {
  readonly byId: ReadonlyMap<string, string>;
  readonly byType: ReadonlyMap<string, string>;
}

/** @param path of the part; '' is the package itself */
export function targetsOf(parts: Parts, path: string): Targets {
  const [byId, byType] = [new Map<string, string>(), new Map<string, string>()];
  const folder = posix.dirname(path);
  walkPart(parts, posix.join(folder, '_rels', `${posix.basename(path)}.rels`), {
    open(name, { id = '', target = '', type = '', targetmode }) {
      if (name !== 'relationship' || targetmode === 'External') return;
      // The root of the package is the end of each way up.
      const found = posix.resolve('/', folder, target).slice(1);
      byId.set(id, found);
      byType.set(type.slice(type.lastIndexOf('/') + 1), found);
    },
  });
  return { byId, byType };
}

/** The texts that cells name by their place. */
export function sharedTexts(parts: Parts, path: string | undefined): string[] {
  const texts: string[] = [];
  const part = textParts((found) => {
    texts[texts.length - 1] += found;
  });
  walkPart(parts, path, {
    open(name) {
      if (name === 'si') texts.push('');
      part.open(name);
    },
    text: part.text,
    close: part.close,
  });
  return texts.map(withoutEscapes);
}

/** The pieces of a text, rich ones too, without how it is spoken (`rPh`). */
export function textParts(take: (text: string) => void): Required<Pick<SheetWalk, 'text'>> & {
  open(name: string): void;
  close(name: string): void;
} {
  let [isText, spoken] = [false, 0];
  return {
    open(name) {
      if (name === 'rph') spoken++;
      isText = name === 't' && spoken === 0;
    },
    text(found) {
      if (isText) take(found);
    },
    close(name) {
      if (name === 'rph') spoken--;
      isText = false;
    },
  };
}

/** Characters that XML cannot have are written `_x000D_` (ST_Xstring); of those, breaks and tabs are texts. */
export const withoutEscapes = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[^\P{C}\t\n\r]/u.test(character) ? '' : character;
  });

/** What the formats of cells show, by their place. */
export function cellFormats(parts: Parts, path: string | undefined): CellFormat[] {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let isInCells = false;
  walkPart(parts, path, {
    open(name, { numfmtid = '0', formatcode = '' }) {
      const id = Number(numfmtid);
      if (name === 'numfmt') own.set(id, shownByCode(formatcode));
      if (name === 'cellxfs') isInCells = true;
      if (name === 'xf' && isInCells) formats.push(own.get(id) ?? shownByNumber(id));
    },
    close(name) {
      if (name === 'cellxfs') isInCells = false;
    },
  });
  return formats;
}
