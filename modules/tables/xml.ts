/** XML and HTML of worksheets as a walk over elements; prefixes do not count. */
import sax from 'sax';
import { PackedFileFault } from './record-types.ts';

/** What a walk calls, with names in small letters and without their prefix. */
export interface SheetWalk {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const bareOf = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/**
 * Walks over a document.
 * @param isStrict false for web pages, whose elements may stay open
 * @throws PackedFileFault where XML is not well formed
 */
export function walkXml(text: string, walk: SheetWalk, isStrict = true): void {
  const parser = sax.parser(isStrict, { trim: false });
  parser.onopentag = ({ name, attributes }) => {
    const named = Object.entries(attributes).map(([key, value]) => [bareOf(key), `${value}`]);
    walk.open?.(bareOf(name), Object.fromEntries(named));
  };
  parser.ontext = (found) => walk.text?.(found);
  parser.oncdata = (found) => walk.text?.(found);
  parser.onclosetag = (name) => walk.close?.(bareOf(name));
  parser.onerror = (error) => {
    if (isStrict)
      throw new PackedFileFault('not_well_formed', `The workbook is damaged: ${error.message.split('\n')[0]}.`);
    parser.resume();
  };
  parser.write(text).close();
}
