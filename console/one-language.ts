/**
 * Texts stand side by side in all languages (`{ en: …, de: … }`); a browser loads one. A file of texts that is imported with
 * `?lang=de` is left with German: each such pair becomes its German value, `counted.de` becomes `counted`, and the files of
 * texts that it imports are asked for in the same language.
 */
import { readFile } from 'node:fs/promises';
import { type Plugin, parseSync } from 'vite';
import { LANGUAGES } from './src/i18n/languages.ts';

const CODES = Object.keys(LANGUAGES);
const TEXTS = /\/texts\/[\w-]+\.ts$/;
const QUERY = /\?lang=(\w+)$/;

/** As much of a syntax tree as is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** `de` of `later.ts?lang=de`. */
export const languageOf = (id: string): string | undefined => QUERY.exec(id)?.[1];

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nameOf = (node: unknown) => ((node as Node).name ?? (node as Node).value) as string;

/** The value of a pair of texts in a language; undefined for anything else. */
function chosen(node: Node, code: string): Node | undefined {
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'phrase') {
    return chosen((node.arguments as readonly Node[])[0] as Node, code);
  }
  if (node.type === 'MemberExpression') return nameOf(node.property) === code ? (node.object as Node) : undefined;
  if (node.type !== 'ObjectExpression') return undefined;
  const values = new Map(
    (node.properties as readonly Node[]).map(({ key, value }) => [key ? nameOf(key) : '', value as Node]),
  );
  return CODES.every((one) => values.has(one)) ? values.get(code) : undefined;
}

/** Source of texts with only one of the languages. */
export function leaveLanguage(source: string, code: string): string {
  const write = (node: Node): string => {
    const one = chosen(node, code);
    if (one) return write(one);
    let text = '';
    let at = node.start;
    const children = Object.values(node)
      .flat()
      .filter(isNode)
      .sort((a, b) => a.start - b.start);
    for (const child of children) {
      // A shorthand has its name twice.
      if (child.start < at) continue;
      text += source.slice(at, child.start) + write(child);
      at = child.end;
    }
    return text + source.slice(at, node.end);
  };
  return write(parseSync('texts.ts', source).program as unknown as Node);
}

export const oneLanguage: Plugin = {
  name: 'one-language',
  enforce: 'pre',
  async resolveId(source, importer) {
    const query = QUERY.exec(source)?.[0] ?? QUERY.exec(importer ?? '')?.[0];
    if (!query) return null;
    const found = await this.resolve(source.replace(QUERY, ''), importer?.replace(QUERY, ''), { skipSelf: true });
    return found && TEXTS.test(found.id) ? found.id + query : found;
  },
  async load(id) {
    const code = languageOf(id);
    return code ? leaveLanguage(await readFile(id.replace(QUERY, ''), 'utf8'), code) : null;
  },
};
