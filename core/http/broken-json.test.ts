import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenAt } from './body.ts';

const DOCUMENT =
  '{ "a": [1, -0.5e+3, "x\\u00e9\\n", true, null, [], {}],\n\t"b": {"c": {"d": "🙂 \u007f \ud800"}}, "": false }';

/** The engine's result: undefined where the text is JSON, the position where it names one. */
function engine(text: string): { readonly position: number | undefined } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    return { position: position === undefined ? undefined : Number(position) };
  }
}

test('one character too many, too few or wrong is found where the engine finds it, and JSON ends at its end', () => {
  assert.equal(brokenAt(DOCUMENT), DOCUMENT.length);
  let compared = 0;
  for (let at = 0; at <= DOCUMENT.length; at++) {
    for (const put of ['', ',', ':', '"', '}', ']', '{', 'x', '1', '\u0001', '\\']) {
      for (const skipped of [0, 1]) {
        const text = DOCUMENT.slice(0, at) + put + DOCUMENT.slice(at + skipped);
        const found = brokenAt(text);
        const said = engine(text);
        if (!said) {
          assert.equal(found, text.length, text);
        } else if (said.position !== undefined) {
          // A token is named by its beginning, where the engine names the character in it that is wrong.
          const isInToken = found < said.position && /[".\w-]/.test(text[found] ?? '');
          assert.ok(found === said.position || isInToken, `${text}: ${found}, not ${said.position}`);
          if (found === said.position) compared++;
        }
      }
    }
  }
  assert.ok(compared > 100, String(compared));
});

test('a text that is cut off ends too early, wherever it is cut outside a token', () => {
  for (const [text, expected] of [
    ['', 0],
    ['{', 1],
    ['{"a"', 4],
    ['{"a":', 5],
    ['[1,', 3],
    ['[1', 2],
    ['{"a', 1],
    ['{"a":tru', 5],
    ['[1]]', 3],
    ['{"a":1}}', 7],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ["{'a':1}", 1],
    ['01', 1],
    ['[.5]', 1],
  ] as const) {
    assert.equal(brokenAt(text), expected, text);
  }
});

test('a body nested as deep as it is long is judged', () => {
  assert.equal(brokenAt('['.repeat(65_536)), 65_536);
  assert.equal(brokenAt(`"${'\\n'.repeat(32_000)}`), 0);
});
