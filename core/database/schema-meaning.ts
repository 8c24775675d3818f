/**
 * What a definition of the catalogue means, so that two writings of one thing compare equal. A dump that is restored
 * writes `a OR b OR c` where the parser had first made `(a OR b) OR c`, and how rows lie on the disk (fill factor, settings of
 * autovacuum, tablespace) is the operator's.
 */

const STORAGE = / (?:WITH \([^)]*\)|with \([^)]*\)|TABLESPACE (?:"[^"]+"|\w+))/g;
/** Texts and quoted names, which stay as they are; brackets; everything between. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|[^'"()]+/g;

type Part = string | readonly Part[];

/** @param object as `schemaObjects` names it: the body of a function is a text that every server keeps as it was written */
export function meaningOf(object: string, definition: string): string {
  if (object.startsWith('function ')) return definition;
  const stored = /^(table|index) /.test(object) ? definition.replace(STORAGE, '') : definition;
  return textOf(flatten(read(stored.match(TOKENS) ?? [])));
}

function read(tokens: readonly string[]): readonly Part[] {
  const open: Part[][] = [[]];
  for (const token of tokens) {
    if (token === '(') open.push([]);
    else if (token === ')' && open.length > 1) {
      const closed = open.pop() ?? [];
      open.at(-1)?.push(closed);
    } else open.at(-1)?.push(token);
  }
  return open.flat();
}

/** Brackets around one pair of brackets go, and those of an OR within an OR, or of an AND within an AND. */
function flatten(parts: readonly Part[]): readonly Part[] {
  const inner = parts.map((part) => (typeof part === 'string' ? part : unwrap(flatten(part))));
  const joined = operatorOf(inner);
  if (joined === undefined) return inner;
  return inner.flatMap((part) => (typeof part !== 'string' && operatorOf(part) === joined ? part : [part]));
}

const unwrap = (parts: readonly Part[]): readonly Part[] =>
  parts.length === 1 && typeof parts[0] !== 'string' ? (parts[0] as readonly Part[]) : parts;

/** The one of the two that joins all parts; undefined: none, or both. */
function operatorOf(parts: readonly Part[]): 'AND' | 'OR' | undefined {
  const words = parts.flatMap((part) => (typeof part === 'string' ? (part.match(/\b(?:AND|OR)\b/g) ?? []) : []));
  return new Set(words).size === 1 ? (words[0] as 'AND' | 'OR') : undefined;
}

const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : `(${textOf(part)})`)).join('');
