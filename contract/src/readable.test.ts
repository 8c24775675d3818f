/** Texts that people read hold no control characters but LF and tab: on a terminal they are commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_OPERATIONS, createConsoleValidator } from '../../test-support/console-contract/index.ts';
import { OPERATIONS } from './operations.ts';

interface Node {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly [keyword: string]: unknown;
}

/** Ids and secrets: compared, never shown. */
const OPAQUE = [
  'attestation_object',
  'authenticator_data',
  'client_data_json',
  'client_secret',
  'code',
  'corrects',
  'current_password',
  'id',
  'listing_ids',
  'member',
  'member_id',
  'member_ids',
  'members',
  'new_password',
  'password',
  'response',
  'reverse_credit_id',
  'signature',
  'token',
  'transports',
  'user_handle',
  'user_id',
];
/** The OAuth endpoints compare theirs with what there is, and show none of them. */
const COMPARED = ['issueToken', 'revokeToken'];
/** `brokenHttpsUrl` judges it where the keys are read. */
const JUDGED_LATER = ['setPartnerKeys.keys.url'];
/** Keywords that limit the characters by themselves. */
const NARROW = ['enum', 'const', 'pattern', 'money', 'currency', 'day', 'time', 'httpsUrl', 'format'];

function* strings(node: Node, path: string): Generator<readonly [path: string, node: Node]> {
  if ([node.type].flat().includes('string')) yield [path, node];
  for (const [name, inner] of Object.entries(node.properties ?? {})) yield* strings(inner, `${path}.${name}`);
  if (node.items) yield* strings(node.items, `${path}.0`);
  for (const inner of node.anyOf ?? []) yield* strings(inner, path);
}

test('every text of a request refuses every control character but LF and tab, unless nobody reads it', () => {
  const validator = createConsoleValidator();
  const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    /\p{Cc}/u.test(one),
  );
  const refused = controls.filter((one) => one !== '\n' && one !== '\t');
  assert.equal(refused.length, 63);
  const taken: string[] = [];
  const opaque = new Set<string>();
  let judged = 0;
  for (const { id, body } of [...OPERATIONS, ...CONSOLE_OPERATIONS]) {
    if (COMPARED.includes(id)) continue;
    for (const [path, node] of body ? strings(body as unknown as Node, id) : []) {
      if (NARROW.some((keyword) => keyword in node)) continue;
      if (node.opaque === true) {
        opaque.add(path.replace(/\.0$/, '').replace(/^.*\./, ''));
        continue;
      }
      const { maxLength: _, minLength: __, $id: ___, ...rest } = node;
      const isValid = validator.compile(rest);
      if (refused.some((one) => isValid(`a${one}b`))) taken.push(path);
      judged++;
    }
  }
  assert.deepEqual(taken, JUDGED_LATER);
  assert.deepEqual([...opaque].sort(), OPAQUE);
  assert.ok(judged > 40, String(judged));
});
