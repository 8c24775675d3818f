/** What the database knows of columns, functions and types. */
import type pg from 'pg';
import { COLUMN_TYPES } from './column-types.ts';
import type { Fact } from './facts.ts';

export interface Catalog {
  /** The words are the closed list that a check holds it, or the elements of an array, to. */
  column(table: number, number: number): Fact | undefined;
  functionNamed(oid: number): { readonly name: string; readonly isStrict: boolean } | undefined;
  typeName(oid: number): string;
}

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const read = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  const columns = await read<{ table: number; name: string; number: number; nullable: boolean; checks: string[] }>(
    `select a.attrelid as table, c.relname || '.' || a.attname as name, a.attnum as number, not a.attnotnull as nullable, array(
       select pg_get_constraintdef(k.oid) from pg_constraint k
       where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attnum > 0`,
  );
  const functions = await read<{ oid: number; name: string; isStrict: boolean }>(
    'select oid, proname as name, proisstrict as "isStrict" from pg_proc',
  );
  const types = await read<{ oid: number; name: string }>('select oid, typname as name from pg_type');
  const byColumn = new Map(
    columns.map(({ table, name, number, nullable, checks }) => {
      const words = checks.map(wordsOfCheck).find((found) => found !== undefined);
      return [`${table}.${number}`, { isNullable: nullable, words, said: COLUMN_TYPES[name] }];
    }),
  );
  const byFunction = new Map(functions.map((one) => [one.oid, one]));
  const byType = new Map(types.map(({ oid, name }) => [oid, name]));
  return {
    column: (table, number) => byColumn.get(`${table}.${number}`),
    functionNamed: (oid) => byFunction.get(oid),
    typeName: (oid) => byType.get(oid) ?? '',
  };
}

/** Of `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`, of one word, or of an array within a list. */
function wordsOfCheck(definition: string): readonly string[] | undefined {
  if (!/^CHECK \(\(\w+ (?:=|<@) [^=<]*\)\)$/.test(definition)) return undefined;
  const [, inBraces] = /'\{([^}]*)\}'::text\[\]/.exec(definition) ?? [];
  const words = inBraces?.split(',') ?? [...definition.matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word);
  return words.length > 0 ? words : undefined;
}
