/** Finds where a text ceases to be JSON (RFC 8259): `JSON.parse` names the position only sometimes, and quotes the text. */

const SPACE = /[ \t\n\r]*/y;
/** A string, a number or a word. Within a string every character from the space on, but `"` and `\`, is literal. */
const SCALAR =
  /"[\x20\x21\x23-\x5b\x5d-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[\x20\x21\x23-\x5b\x5d-\u{10ffff}]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** The kinds of token that may come next. */
type Awaited = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'more';

/**
 * The position, from 0, of the first token that is not allowed there; the text's length when it ends too early.
 * Nothing here recurses: bodies nest as deep as they are long.
 */
export function brokenAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let awaited: Awaited = 'value';
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return false;
    at += found.length;
    return true;
  };
  for (;;) {
    skip(SPACE);
    const sign = text[at];
    if (sign === undefined) return at;
    if (awaited === 'value' || awaited === 'value or ]') {
      if (awaited === 'value or ]' && sign === ']') awaited = close(open);
      else if (sign === '{' || sign === '[') {
        open.push(sign);
        awaited = sign === '{' ? 'name or }' : 'value or ]';
      } else if (skip(SCALAR)) {
        awaited = 'more';
        continue;
      } else return at;
    } else if (awaited === 'name' || awaited === 'name or }') {
      if (awaited === 'name or }' && sign === '}') awaited = close(open);
      else if (sign === '"' && skip(SCALAR)) {
        awaited = 'colon';
        continue;
      } else return at;
    } else if (awaited === 'colon') {
      if (sign !== ':') return at;
      awaited = 'value';
    } else {
      const level = open.at(-1);
      if (level === undefined) return at;
      if (sign === ',') awaited = level === '{' ? 'name' : 'value';
      else if (sign === (level === '{' ? '}' : ']')) awaited = close(open);
      else return at;
    }
    at++;
  }
}

function close(open: ('{' | '[')[]): Awaited {
  open.pop();
  return 'more';
}
