/** The rows that statements promise and the parameters that they take, read from their declarations by TypeScript's compiler. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const PROJECT = join(import.meta.dirname, '../../..');
/** Where statements have their types from. */
const GENERATED = '{core,console,modules/*,service}/statements.gen.ts';

/** The columns of a row, by name. */
export type RowType = ReadonlyMap<string, Column>;

export interface Column {
  /** Without null: `string`, `number`, `boolean`, `bigint`, `Date`, `Buffer`, or `json` for the rest. */
  readonly kinds: ReadonlySet<string>;
  /** Some statements of this row type leave it out. */
  readonly isOptional: boolean;
}

/** What TypeScript says of a statement. */
export interface StatementType {
  /** No columns: its rows are never read. */
  readonly row: RowType;
  /** By name, properties of its `rows` too. */
  readonly parameters: RowType;
}

/**
 * Reads the types of each exported statement.
 * @param files relative to the project
 * @returns by `file: export`
 */
export function readStatementTypes(files: readonly string[]): ReadonlyMap<string, StatementType> {
  const { config } = ts.readConfigFile(join(PROJECT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, PROJECT);
  const program = ts.createProgram(
    [...files, ...globSync(GENERATED, { cwd: PROJECT })].map((file) => join(PROJECT, file)),
    options,
  );
  const checker = program.getTypeChecker();
  const found = new Map<string, StatementType>();
  for (const file of files) {
    const source = program.getSourceFile(join(PROJECT, file));
    const module = source && checker.getSymbolAtLocation(source);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const type = symbol.valueDeclaration && typeOf(checker, checker.getTypeOfSymbol(symbol));
      if (type) found.set(`${file}: ${symbol.name}`, type);
    }
  }
  return found;
}

function typeOf(checker: ts.TypeChecker, type: ts.Type): StatementType | undefined {
  const [signature] = type.getProperty('statements') ? type.getCallSignatures() : [];
  const promised = signature && checker.getAwaitedType(signature.getReturnType());
  const row = promised && checker.getIndexTypeOfType(promised, ts.IndexKind.Number);
  return row && { row: columnsOf(checker, row), parameters: parametersOf(checker, signature) };
}

function parametersOf(checker: ts.TypeChecker, signature: ts.Signature): RowType {
  const given = signature.getParameters()[1];
  const [record] = given ? checker.getTypeArguments(checker.getTypeOfSymbol(given) as ts.TypeReference) : [];
  if (!record) return new Map();
  const found = new Map(columnsOf(checker, record));
  const rows = record.getProperty('rows');
  const item = rows && checker.getIndexTypeOfType(checker.getTypeOfSymbol(rows), ts.IndexKind.Number);
  if (!item) return found;
  found.delete('rows');
  for (const [name, column] of columnsOf(checker, item)) found.set(name, { ...column, kinds: ARRAY });
  return found;
}

/** The kind of a column of `rows`, which is sent as an array. */
const ARRAY: ReadonlySet<string> = new Set(['json']);

function columnsOf(checker: ts.TypeChecker, row: ts.Type): RowType {
  if (row.flags & ts.TypeFlags.Never) return new Map();
  return new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      return [property.name, { kinds: kindsOf(checker.getTypeOfSymbol(property)), isOptional }];
    }),
  );
}

function kindsOf(type: ts.Type): ReadonlySet<string> {
  const parts = type.isUnion() ? type.types : [type];
  const isNothing = (part: ts.Type) => part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined);
  return new Set(parts.filter((part) => !isNothing(part)).map(kindOf));
}

const KINDS: readonly (readonly [flags: ts.TypeFlags, kind: string])[] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
];

function kindOf(type: ts.Type): string {
  const [, kind] = KINDS.find(([flags]) => type.flags & flags) ?? [];
  const name = type.getSymbol()?.name;
  return kind ?? (name === 'Date' || name === 'Buffer' ? name : 'json');
}
