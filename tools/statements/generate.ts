/** Writes the types of each statement's parameters and rows as PostgreSQL describes them, a file for each room. */
import { relative } from 'node:path';
import pg from 'pg';
import type { Declaration, SqlStatement } from '../../core/database/query.ts';
import { withTestDatabase } from '../../test-support/database.ts';
import { allStatements } from '../../test-support/statements.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { describeWithTree, type Field } from './describe.ts';
import { type Fact, Facts } from './facts.ts';

/** How the driver hands a type over, by its name in PostgreSQL; any other type is a text. */
export const KINDS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  ...{ int2: 'number', int4: 'number', int8: 'number', float4: 'number', float8: 'number', oid: 'number' },
  ...{ timestamptz: 'Date', timestamp: 'Date', bytea: 'Buffer' },
};
/** Arrays that the driver takes apart, of those that there are. */
const ARRAYS = ['_bool', '_int2', '_int4', '_text', '_uuid', '_timestamptz', '_bytea'];
const JSON_TYPES = ['json', 'jsonb'];
/** Columns that are called for what they do, not for what they return. */
export const EFFECTS = ['pg_logical_emit_message', 'require_equal'];
/** What an order of a list needs besides its name. */
const OF_ORDERS = ['afterKey', 'afterId', 'limit'];

/** A property: its type, and whether it may be left out. */
interface Property {
  readonly type: string;
  readonly isOptional: boolean;
}

interface DescribedDeclaration {
  readonly declaration: Declaration;
  readonly parameters: Map<string, Property>;
  readonly items: Map<string, Property>;
  readonly columns: Map<string, Property>;
  /** Each a file and a name. */
  readonly imports: Set<string>;
}

interface Asked {
  readonly statement: SqlStatement;
  readonly facts: Facts;
  readonly catalog: Catalog;
  readonly imports: Set<string>;
}

/** @returns the text of each file, by its path from the root */
export async function generateStatementTypes(): Promise<ReadonlyMap<string, string>> {
  const rooms = await withTestDatabase(async ({ appUrl }) => {
    const client = new pg.Client(appUrl);
    await client.connect();
    try {
      return await describeAll(client);
    } finally {
      await client.end();
    }
  });
  return new Map([...rooms].map(([room, all]) => [`${room}/statements.gen.ts`, textOf(room, [...all.values()])]));
}

/** @returns by room and name */
async function describeAll(client: pg.Client): Promise<ReadonlyMap<string, Map<string, DescribedDeclaration>>> {
  const catalog = await readCatalog(client);
  const rooms = new Map<string, Map<string, DescribedDeclaration>>();
  for (const { file, declaration, statement } of await allStatements()) {
    const room = /^modules\/[^/]+|^[^/]+/.exec(file)?.[0] ?? '';
    const all = rooms.get(room) ?? new Map<string, DescribedDeclaration>();
    rooms.set(room, all);
    const found = all.get(declaration.name) ?? empty(declaration);
    all.set(declaration.name, found);
    const { tree, fields, parameterIDs } = await describeWithTree(client, statement);
    const asked = { statement, facts: new Facts(tree, catalog), catalog, imports: found.imports };
    noteColumns(found, fields, asked);
    noteParameters(found, parameterIDs, asked);
  }
  return rooms;
}

const empty = (declaration: Declaration): DescribedDeclaration => ({
  declaration,
  parameters: new Map(),
  items: new Map(),
  columns: new Map(),
  imports: new Set(),
});

/** Of a filtered list, those of all variants. */
function noteColumns(
  { columns }: DescribedDeclaration,
  fields: readonly Field[],
  { statement, facts, catalog, imports }: Asked,
): void {
  for (const [at, { name, dataTypeID }] of fields.entries()) {
    const typeName = catalog.typeName(dataTypeID);
    if (typeName === 'void' || EFFECTS.includes(name)) continue;
    const fact = marked(facts.columns[at] ?? { isNullable: true }, name, statement);
    columns.set(name, { type: typed(typeName, fact, imports), isOptional: false });
  }
}

function noteParameters(
  { declaration, parameters, items }: DescribedDeclaration,
  ids: readonly number[],
  { statement, facts, catalog, imports }: Asked,
): void {
  const { filters = {}, rows = {}, sort } = declaration.options;
  for (const [at, name] of statement.names?.entries() ?? []) {
    const typeName = catalog.typeName(ids[at] ?? 0);
    if (sort && OF_ORDERS.includes(name)) continue;
    if (name in rows) {
      const fact = marked(facts.element(at + 1), `$${name}`, statement);
      items.set(name, { type: sent(typeName.slice(1), fact, imports, true), isOptional: false });
      continue;
    }
    const fact = marked(facts.parameter(at + 1), `$${name}`, statement);
    // The closed list of a column of arrays is that of their elements.
    const element = marked({ words: fact.words, ...facts.element(at + 1) }, `$${name}[]`, statement);
    const type = typeName.startsWith('_')
      ? orNull(`readonly ${inBrackets(sent(typeName.slice(1), element, imports))}[]`, fact)
      : sent(typeName, fact, imports);
    const before = parameters.get(name);
    if (!before || type.length > before.type.length) parameters.set(name, { type, isOptional: name in filters });
  }
}

/** As the driver hands a value over. */
function typed(typeName: string, fact: Fact, imports: Set<string>): string {
  if (fact.said && (JSON_TYPES.includes(typeName) || typeName === 'text'))
    return orNull(said(fact.said, imports), fact);
  if (JSON_TYPES.includes(typeName)) return 'unknown';
  if (!typeName.startsWith('_')) return orNull(wordsOr(KINDS[typeName] ?? 'string', fact), fact);
  if (!ARRAYS.includes(typeName)) return 'unknown';
  return orNull(`readonly ${inBrackets(wordsOr(KINDS[typeName.slice(1)] ?? 'string', fact))}[]`, fact);
}

function said([type, file]: readonly [string, string?], imports: Set<string>): string {
  const [name = ''] = /\w+(?=\W*$)/.exec(type) ?? [];
  if (file) imports.add(`${file} ${name}`);
  return type;
}

/** As the driver takes it. */
function sent(typeName: string, fact: Fact, imports: Set<string>, isItem = false): string {
  const isJson = isItem && JSON_TYPES.includes(typeName);
  if (fact.said && (isJson || typeName === 'text'))
    return orNull(said(fact.said, imports) + (isJson ? ' | string' : ''), fact);
  if (isJson) return 'unknown';
  return orNull(wordsOr(KINDS[typeName] ?? 'string', fact), fact);
}

function marked(fact: Fact, name: string, { marks = [] }: SqlStatement): Fact {
  if (marks.includes(`${name.replace('[]', '')}!`)) return { ...fact, isNullable: false };
  return marks.includes(`${name}?`) ? { ...fact, isNullable: true } : fact;
}

const wordsOr = (kind: string, { words }: Fact) =>
  kind === 'string' && words && words.length > 0 ? words.map((word) => `'${word}'`).join(' | ') : kind;
const orNull = (type: string, { isNullable }: Fact) => (isNullable ? `${type} | null` : type);
const inBrackets = (type: string) => (type.includes('|') ? `(${type})` : type);

function textOf(room: string, all: readonly DescribedDeclaration[]): string {
  const statements = all
    .toSorted((one, other) => (one.declaration.name < other.declaration.name ? -1 : 1))
    .map(({ declaration, parameters, items, columns }) => {
      const { filters = {}, sort } = declaration.options;
      for (const name of Object.keys(filters)) {
        if (!parameters.has(name)) parameters.set(name, { type: 'unknown', isOptional: true });
      }
      const own = [
        ...(items.size > 0 ? [`readonly rows: readonly ${record(items)}[]`] : []),
        ...[...parameters].map(property),
      ];
      const given = [
        ...(own.length > 0 || !sort ? [`{ ${own.join('; ')} }`] : []),
        ...(sort
          ? [
              `SortedPage<${Object.keys(sort.orders)
                .map((by) => `'${by}'`)
                .join(' | ')}>`,
            ]
          : []),
      ];
      const row = columns.size > 0 ? record(columns) : 'never';
      return `    ${declaration.name}: {\n      parameters: ${given.join(' & ')};\n      row: ${row};\n    };`;
    });
  const text = statements.join('\n');
  return `/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
${importsOf(room, all, text)}
declare module '${fromRoom(room, 'core/database/query.ts')}' {
  interface StatementTypes {
${text}
  }
}
`;
}

function importsOf(room: string, all: readonly DescribedDeclaration[], text: string): string {
  const said = new Set(all.flatMap(({ imports }) => [...imports]));
  if (text.includes('SortedPage<')) said.add('core/database/statement-text.ts SortedPage');
  const lines = [...said].sort().map((one) => {
    const [file = '', name] = one.split(' ');
    return `import type { ${name} } from '${file.startsWith('@') ? file : fromRoom(room, file)}';\n`;
  });
  return lines.length > 0 ? lines.join('') : 'export {};\n';
}

const fromRoom = (room: string, file: string) => relative(`/${room}`, `/${file}`).replace(/^(?!\.)/, './');

const property = ([name, { type, isOptional }]: readonly [string, Property]) =>
  `${/^\w+$/.test(name) ? name : `'${name}'`}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''}`;
const record = (properties: ReadonlyMap<string, Property>) =>
  `{ ${[...properties].map((one) => `readonly ${property(one)}`).join('; ')} }`;
