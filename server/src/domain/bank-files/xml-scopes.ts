/** Names and namespaces of XML elements, attribute by attribute, so that an element cannot collect them without end. */
import { BankFileFault } from './types.ts';

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

export function createXmlScopes(): XmlScopes {
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
