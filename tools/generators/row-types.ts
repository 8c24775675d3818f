/** The rows that statements promise, read from their declarations by TypeScript's compiler. */
import { join } from 'node:path';
import ts from 'typescript';

const PROJECT = join(import.meta.dirname, '../..');

/** The columns of a row, by name. */
export type RowType = ReadonlyMap<string, Column>;

export interface Column {
  /** Without null: `string`, `number`, `boolean`, `bigint`, `Date`, `Buffer`, or `json` for the rest. */
  readonly kinds: ReadonlySet<string>;
  /** Some statements of this row type leave it out. */
  readonly isOptional: boolean;
}

/**
 * Reads the row type of each exported statement.
 * @param files relative to the project
 * @returns by `file: export`; an export whose rows nobody reads has no columns
 */
export function readRowTypes(files: readonly string[]): ReadonlyMap<string, RowType> {
  const { config } = ts.readConfigFile(join(PROJECT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, PROJECT);
  const program = ts.createProgram(
    files.map((file) => join(PROJECT, file)),
    options,
  );
  const checker = program.getTypeChecker();
  const found = new Map<string, RowType>();
  for (const file of files) {
    const source = program.getSourceFile(join(PROJECT, file));
    const module = source && checker.getSymbolAtLocation(source);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const row = symbol.valueDeclaration && rowOf(checker, checker.getTypeOfSymbol(symbol));
      if (row) found.set(`${file}: ${symbol.name}`, columnsOf(checker, row));
    }
  }
  return found;
}

/** The type of one row: of a statement as a function, or of the `run` of a list. */
function rowOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  const isStatement = type.getProperty('statement') ?? type.getProperty('statements');
  if (!isStatement) return undefined;
  const run = type.getProperty('run');
  const [signature] = (run ? checker.getTypeOfSymbol(run) : type).getCallSignatures();
  const promised = signature && checker.getAwaitedType(signature.getReturnType());
  return promised && checker.getIndexTypeOfType(promised, ts.IndexKind.Number);
}

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
