/** What pages show below their samples, held against what the samples print. */
import assert from 'node:assert/strict';
import { type Block, shapeDifference, textDifference } from './blocks.ts';
import type { Sample } from './samples.ts';

/** Languages of samples that are programs and run; shell blocks run as one script. */
export const RUN: readonly string[] = ['js', 'ts', 'python', 'java'];

export const isTab = ({ words }: Block): boolean => words.includes('tab');
export const isOutput = ({ words }: Block): boolean => words.includes('output');
export const titleOf = ({ file, line, language, words }: Block): string =>
  `${file}:${line} ${[language, ...words].join(' ')}`;

/** What the administrator does after a block of a partner's page, and the page does not show as a command. */
const ADMINISTRATOR: readonly (readonly [block: RegExp, command: string])[] = [
  [/jwks\.json/, 'npx timebank partner update "$CLIENT_ID" --jwks "$KEYS/jwks.json"'],
  [/fetchProtectedResource/, 'npx timebank partner update "$CLIENT_ID" --jwks none'],
];

/** The block, and what the administrator does after it. */
export function withAdministrator(block: Block): Block {
  if (!block.file.startsWith('docs/partner/')) return block;
  const commands = ADMINISTRATOR.filter(([shown]) => shown.test(block.text)).map(([, command]) => command);
  return { ...block, text: [block.text, ...commands].join('\n') };
}

/** The output blocks between a block, or the tabs it is one of, and the next other one. */
function outputsOf(blocks: readonly Block[], block: Block): Block[] {
  const after = blocks.slice(blocks.indexOf(block) + 1).filter(({ file }) => file === block.file);
  const tabs = isTab(block) ? after.findIndex((next) => !isTab(next)) : 0;
  const following = after.slice(tabs < 0 ? after.length : tabs);
  const end = following.findIndex((next) => !isOutput(next));
  return following.slice(0, end < 0 ? undefined : end);
}

/** @throws AssertionError where a block shows another answer, in shape, than it printed */
export function checkOutputs(blocks: readonly Block[], block: Block, { stdout }: Sample): void {
  for (const shown of outputsOf(blocks, block)) {
    if (shown.language === 'json') {
      // The last line is the answer; what a sample prints before it is its own business.
      const answer = stdout.trim().split('\n').at(-1) ?? '';
      const difference = shapeDifference(JSON.parse(shown.text), JSON.parse(answer));
      assert.equal(difference, undefined, `${titleOf(shown)}: ${difference} in ${answer}`);
    } else {
      const difference = textDifference(shown.text, stdout);
      assert.equal(difference, undefined, `${titleOf(shown)}: ${difference}:\n${stdout}`);
    }
  }
}
