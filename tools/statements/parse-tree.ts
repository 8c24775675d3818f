/** The tree that PostgreSQL makes of a statement, read from the text in which `debug_print_parse` shows it. */

/** A node, such as `OPEXPR`, with its fields. */
export interface TreeNode {
  readonly type: string;
  readonly fields: ReadonlyMap<string, TreeValue>;
}

/** A node, a list, or the text of anything else; undefined: nothing. */
export type TreeValue = TreeNode | readonly TreeValue[] | string | undefined;

/** Words, brackets; what is quoted, and the bytes of a constant, are one word. */
const TOKENS = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[{}()]|(?:[^\s{}()\\]|\\.)+/gs;

export function parseTree(text: string): TreeNode {
  const tokens = text.match(TOKENS) ?? [];
  let at = 0;
  function readValue(): TreeValue {
    const token = tokens[at++];
    if (token === '{') return readNode();
    if (token === '(') return readList();
    return token === '<>' ? undefined : token;
  }
  function readList(): readonly TreeValue[] {
    const list: TreeValue[] = [];
    while (tokens[at] !== ')') list.push(readValue());
    at++;
    return list;
  }
  function readNode(): TreeNode {
    const type = tokens[at++] ?? '';
    const fields = new Map<string, TreeValue>();
    while (tokens[at] !== '}') {
      const name = (tokens[at++] as string).slice(1);
      const values: TreeValue[] = [];
      while (tokens[at] !== '}' && !tokens[at]?.startsWith(':')) values.push(readValue());
      fields.set(name, values.length > 1 ? values.at(-1) : values[0]);
    }
    at++;
    return { type, fields };
  }
  return readValue() as TreeNode;
}

export const isNode = (value: TreeValue): value is TreeNode =>
  typeof value === 'object' && !Array.isArray(value) && value !== undefined;

export const nodeOf = (node: TreeNode, field: string): TreeNode | undefined => {
  const value = node.fields.get(field);
  return isNode(value) ? value : undefined;
};
/** The nodes of a list. */
export const nodesOf = (node: TreeNode, field: string): readonly TreeNode[] => {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value.filter(isNode) : [];
};
export const numberOf = (node: TreeNode, field: string): number => Number(node.fields.get(field));
export const textOf = (node: TreeNode, field: string): string => String(node.fields.get(field) ?? '');
/** A set of numbers, `(b 1 2)`. */
export const setOf = (node: TreeNode, field: string): readonly number[] => {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value.slice(1).map(Number) : [];
};
