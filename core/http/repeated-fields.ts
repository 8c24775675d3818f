/**
 * JSON objects that name a field twice: two readers may take two values from them (RFC 7493 section 2.3). The visitor of
 * jsonc-parser recurses, and overflows the stack in a body of 9,000 levels; a credit's body takes it 15 µs, this 4.
 */
import { quoteName } from '@timebank/contract';

interface Level {
  /** The last name of an object; undefined in a list. */
  name: string | undefined;
  /** Names of an object so far, made with its second field: most objects are small. */
  names: Set<string> | undefined;
  index: number;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * The dotted paths of fields that their object names again, each once, in the order of the text. Names are compared as
 * JSON reads them, so `"a"` and `"\u0061"` are the same. Nothing here recurses: bodies nest as deep as they are long.
 * @param text valid JSON
 * @param value what it was parsed to
 * @param max after which the search ends
 */
export function repeatedFields(text: string, value: unknown, max: number): readonly string[] {
  // With as many fields as colons none was lost, which is quicker to see; a text may hold more colons.
  return countColons(text) === countFields(value) ? [] : search(text, max);
}

/** Whether objects and lists nest deeper than this; also for text that may not be JSON. */
export function nestsDeeper(text: string, max: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
    if (depth > max) return true;
  }
  return false;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count++;
  return count;
}

function countFields(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values = Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const inner of values) if (typeof inner === 'object') open.push(inner);
  }
  return count;
}

function search(text: string, max: number): readonly string[] {
  const repeated = new Set<string>();
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const start = at;
      at = endOfString(text, at);
      // In valid JSON, a string before a colon is a name.
      const level = levels.at(-1);
      if (level && isColonNext(text, at + 1) && !addName(level, nameOf(text.slice(start, at + 1)))) {
        repeated.add(quoteName(levels.map(({ name, index }) => name ?? index).join('.')));
        if (repeated.size === max) break;
      }
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      levels.push({ name: undefined, names: undefined, index: 0 });
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      levels.pop();
    } else if (code === COMMA) {
      (levels.at(-1) as Level).index++;
    }
  }
  return [...repeated];
}

/** Where the string that begins here ends: at the first quote that no backslash escapes. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1);
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
}

function isColonNext(text: string, start: number): boolean {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) return true;
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return false;
  }
}

function nameOf(quoted: string): string {
  return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
}

/** @returns false if the object has the name already */
function addName(level: Level, name: string): boolean {
  const { name: last, names } = level;
  level.name = name;
  if (last === undefined) return true;
  if (names) return names.size < names.add(name).size;
  level.names = new Set([last, name]);
  return last !== name;
}
