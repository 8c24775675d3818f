/** What follows from the tree of a statement: which columns may be null, which words they hold, what parameters are for. */
import type { Catalog } from './catalog.ts';
import { isNode, nodeOf, nodesOf, numberOf, setOf, type TreeNode, type TreeValue, textOf } from './parse-tree.ts';

/** What is known of a value besides its type. */
export interface Fact {
  readonly isNullable: boolean;
  /** The closed list that it, or an element of it, is from. */
  readonly words?: readonly string[] | undefined;
  /** What its author says of its type, and where that is. */
  readonly said?: readonly [type: string, file?: string] | undefined;
}

/** A query with those around it. */
interface Scope {
  readonly query: TreeNode;
  readonly outer: Scope | undefined;
}

/** An expression in its query. */
interface Located {
  readonly expression: TreeNode;
  readonly scope: Scope;
}

/** `$1`, or an element of the array `$1`. */
interface Origin {
  readonly parameter: number;
  readonly isElement: boolean;
}

const RELATION = '0';
const SUBQUERY = '1';
const FUNCTION = '3';
const VALUES = '5';
const CTE = '6';
const GROUP = '9';
const INNER_JOIN = 0;
const EXPRESSION = 4;
const ARRAY = 6;
/** What becomes of a parameter; the last of several says whether it may be null: a comparison with null would say nothing. */
type Use = number;
const STORED = 0;
const NULL_STORED = 1;
const COMPARED = 2;
const NULL_ASKED = 3;
/** Of an UPDATE and an INSERT. */
const SETTING = [2, 3];

/** Strict, and null though they were given something. */
const MAYBE_NULL =
  /^(jsonb?_(object_field|array_element|extract_path)(_text)?|array_(length|position|upper|lower)|substring|regexp_(match|substr)|lag|lead|first_value|last_value|nth_value|min|max|sum|avg|\w+_agg|bool_(and|or)|every|pg_size_bytes|jsonb?_populate_record)$/;
/** Not strict, and never null. */
const NEVER_NULL =
  /^(concat|concat_ws|format|jsonb?_build_(object|array)|count|row_number|rank|dense_rank|ntile|now|clock_timestamp|jsonb?_object|num_nulls|num_nonnulls)$/;
/** They hand on what they get, with another type or form. */
const CASTS = ['RELABELTYPE', 'COERCEVIAIO', 'ARRAYCOERCEEXPR', 'COLLATEEXPR', 'COERCETODOMAIN'];

/** The facts of one statement. */
export class Facts {
  readonly #catalog: Catalog;
  readonly #parameters = new Map<string, Fact & { readonly use: Use }>();
  readonly #asked = new Set<TreeNode>();
  readonly #known = new Map<TreeNode, ReadonlySet<string>>();

  constructor(query: TreeNode, catalog: Catalog) {
    this.#catalog = catalog;
    this.#noteUses({ query, outer: undefined });
    this.columns = targetsOf(query).map((_, at) => this.#ofAll(outputs(query, at + 1, undefined)));
  }

  /** Of the columns of the rows, in their order. */
  readonly columns: readonly Fact[];

  /** Of `$number`. */
  parameter(number: number): Fact {
    return this.#parameters.get(`${number}`) ?? { isNullable: false };
  }

  /** Of the elements of the array `$number`. */
  element(number: number): Fact {
    return this.#parameters.get(`${number}[]`) ?? { isNullable: false };
  }

  #ofAll(located: readonly Located[]): Fact {
    const facts = located.map(({ expression, scope }) => this.#of(expression, scope));
    return { isNullable: facts.some(({ isNullable }) => isNullable), ...joined(facts) };
  }

  #of(expression: TreeNode, scope: Scope): Fact {
    // A recursive query asks itself.
    if (this.#asked.has(expression)) return { isNullable: false, words: [] };
    this.#asked.add(expression);
    try {
      return this.#find(expression, scope);
    } finally {
      this.#asked.delete(expression);
    }
  }

  #find(expression: TreeNode, scope: Scope): Fact {
    const all = (field: string) => nodesOf(expression, field).map((one) => this.#of(one, scope));
    const anyNull = (facts: readonly Fact[]) => facts.some(({ isNullable }) => isNullable);
    const { type } = expression;
    if (CASTS.includes(type)) {
      const fact = this.#of(nodeOf(expression, 'arg') as TreeNode, scope);
      // The text of a JSON is not what the JSON holds.
      return type === 'COERCEVIAIO' ? { ...fact, said: undefined } : fact;
    }
    switch (type) {
      case 'VAR':
        return this.#ofVariable(expression, scope);
      case 'PARAM':
        return this.parameter(numberOf(expression, 'paramid'));
      case 'CONST':
        return textOf(expression, 'constisnull') === 'true' ? { isNullable: true, words: [] } : constant(expression);
      case 'COALESCEEXPR':
      case 'MINMAXEXPR': {
        const facts = all('args');
        return { isNullable: facts.every(({ isNullable }) => isNullable), ...joined(facts) };
      }
      case 'CASEEXPR': {
        const results = nodesOf(expression, 'args').map((one) => this.#of(nodeOf(one, 'result') as TreeNode, scope));
        const other = nodeOf(expression, 'defresult');
        const facts = [...results, other ? this.#of(other, scope) : { isNullable: true, words: [] }];
        return { isNullable: anyNull(facts), ...joined(facts) };
      }
      case 'ARRAYEXPR':
        return { isNullable: false, ...joined(all('elements')) };
      case 'BOOLEXPR':
        return { isNullable: anyNull(all('args')) };
      case 'OPEXPR':
      case 'SCALARARRAYOPEXPR':
        return this.#ofCall(numberOf(expression, 'opfuncid'), all('args'));
      case 'FUNCEXPR':
        return this.#ofCall(numberOf(expression, 'funcid'), all('args'));
      case 'AGGREF':
        return this.#ofAggregate(expression, scope);
      case 'WINDOWFUNC':
        return this.#ofWindow(numberOf(expression, 'winfnoid'), all('args'));
      case 'SUBLINK':
        return this.#ofSublink(expression, scope);
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ROWEXPR':
      case 'SQLVALUEFUNCTION':
      case 'NEXTVALUEEXPR':
        return { isNullable: false };
      default:
        return { isNullable: true };
    }
  }

  #ofCall(oid: number, given: readonly Fact[]): Fact {
    const { name = '', isStrict = false } = this.#catalog.functionNamed(oid) ?? {};
    if (NEVER_NULL.test(name)) return { isNullable: false };
    return { isNullable: !isStrict || MAYBE_NULL.test(name) || given.some(({ isNullable }) => isNullable) };
  }

  /** Over a group there is a row, unless a filter leaves none. */
  #ofAggregate(expression: TreeNode, scope: Scope): Fact {
    const { name = '' } = this.#catalog.functionNamed(numberOf(expression, 'aggfnoid')) ?? {};
    const given = nodesOf(expression, 'args').map((one) => this.#of(nodeOf(one, 'expr') as TreeNode, scope));
    const { words, said } = (['min', 'max', 'array_agg'].includes(name) && given[0]) || {};
    if (NEVER_NULL.test(name)) return { isNullable: false };
    const isOfGroup =
      nodesOf(scope.query, 'groupClause').length > 0 && nodesOf(scope.query, 'groupingSets').length === 0;
    const isWhole = isOfGroup && nodeOf(expression, 'aggfilter') === undefined;
    const takesNull = /_agg$/.test(name);
    return { isNullable: !isWhole || (!takesNull && given.some(({ isNullable }) => isNullable)), words, said };
  }

  #ofWindow(oid: number, given: readonly Fact[]): Fact {
    const { name = '' } = this.#catalog.functionNamed(oid) ?? {};
    if (NEVER_NULL.test(name)) return { isNullable: false };
    return { isNullable: !/^(min|max|sum|avg)$/.test(name) || given.some(({ isNullable }) => isNullable) };
  }

  #ofSublink(expression: TreeNode, scope: Scope): Fact {
    const kind = numberOf(expression, 'subLinkType');
    const query = nodeOf(expression, 'subselect') as TreeNode;
    if (kind !== EXPRESSION && kind !== ARRAY) return { isNullable: false };
    const fact = this.#ofAll(outputs(query, 1, scope));
    if (kind === ARRAY) return { ...fact, isNullable: false };
    return { ...fact, isNullable: fact.isNullable || !isAlwaysOneRow(query) };
  }

  #ofVariable(variable: TreeNode, from: Scope): Fact {
    const scope = outward(from, numberOf(variable, 'varlevelsup'));
    const fact = this.#ofSource(variable, scope);
    const known = this.#knownOf(scope);
    const isKnown = known.has(placeOf(variable));
    const isNulled = setOf(variable, 'varnullingrels').some((join) => !known.has(`join ${join}`));
    const words = fact.words?.filter(
      (word) => !isKnown || !known.has(`${placeOf(variable)} only`) || known.has(`${placeOf(variable)} ${word}`),
    );
    return { ...fact, words, isNullable: !isKnown && (fact.isNullable || isNulled) };
  }

  #ofSource(variable: TreeNode, scope: Scope): Fact {
    const entry = nodesOf(scope.query, 'rtable')[numberOf(variable, 'varno') - 1] as TreeNode;
    const number = numberOf(variable, 'varattno');
    if (textOf(entry, 'rtekind') === RELATION) {
      return this.#catalog.column(numberOf(entry, 'relid'), number) ?? { isNullable: number === 0 };
    }
    const origin = this.#originOf(variable, scope);
    if (origin) return origin.isElement ? this.element(origin.parameter) : this.parameter(origin.parameter);
    const sources = sourcesOf(entry, number, scope);
    return sources.length > 0 ? this.#ofAll(sources) : { isNullable: textOf(entry, 'rtekind') !== FUNCTION };
  }

  /** Columns that a condition leaves no null of, and the outer joins that it makes inner ones. */
  #knownOf({ query }: Scope): ReadonlySet<string> {
    const found = this.#known.get(query) ?? new Set(this.#conditionsOf(query).flatMap((one) => this.#demandedBy(one)));
    this.#known.set(query, found);
    return found;
  }

  #conditionsOf(query: TreeNode): readonly TreeNode[] {
    const conditions: TreeNode[] = [];
    const add = (one: TreeNode | undefined): void => {
      if (one?.type === 'BOOLEXPR' && textOf(one, 'boolop') === 'and')
        for (const part of nodesOf(one, 'args')) add(part);
      else if (one) conditions.push(one);
    };
    const visit = (one: TreeNode | undefined): void => {
      if (!one || one.type === 'RANGETBLREF') return;
      if (one.type === 'JOINEXPR' && numberOf(one, 'jointype') !== INNER_JOIN) {
        if (numberOf(one, 'jointype') === 1) visit(nodeOf(one, 'larg'));
        return;
      }
      add(nodeOf(one, 'quals'));
      for (const part of [nodeOf(one, 'larg'), nodeOf(one, 'rarg'), ...nodesOf(one, 'fromlist')]) visit(part);
    };
    visit(nodeOf(query, 'jointree'));
    return conditions;
  }

  #demandedBy(condition: TreeNode): readonly string[] {
    const { type } = condition;
    const isTest = type === 'NULLTEST' && textOf(condition, 'nulltesttype') === '1';
    const isStrict =
      ['OPEXPR', 'SCALARARRAYOPEXPR', 'FUNCEXPR'].includes(type) &&
      this.#catalog.functionNamed(numberOf(condition, type === 'FUNCEXPR' ? 'funcid' : 'opfuncid'))?.isStrict;
    if (CASTS.includes(type) || isTest) return this.#demandedBy(nodeOf(condition, 'arg') as TreeNode);
    if (isStrict) {
      return [...nodesOf(condition, 'args').flatMap((one) => this.#demandedBy(one)), ...wordsDemandedBy(condition)];
    }
    if (type !== 'VAR' || numberOf(condition, 'varlevelsup') !== 0) return [];
    return [placeOf(condition), ...setOf(condition, 'varnullingrels').map((join) => `join ${join}`)];
  }

  /** The parameter that an expression hands on. */
  #originOf(expression: TreeNode, scope: Scope): Origin | undefined {
    if (CASTS.includes(expression.type)) return this.#originOf(nodeOf(expression, 'arg') as TreeNode, scope);
    const isCast = expression.type === 'FUNCEXPR' && ['1', '2'].includes(textOf(expression, 'funcformat'));
    if (isCast) return this.#originOf(nodesOf(expression, 'args')[0] as TreeNode, scope);
    if (expression.type === 'PARAM') return { parameter: numberOf(expression, 'paramid'), isElement: false };
    if (expression.type === 'SUBLINK' && numberOf(expression, 'subLinkType') === EXPRESSION) {
      const query = nodeOf(expression, 'subselect') as TreeNode;
      return this.#originOfOnly(outputs(query, 1, scope));
    }
    if (expression.type === 'FUNCEXPR') {
      const isUnnest = this.#catalog.functionNamed(numberOf(expression, 'funcid'))?.name === 'unnest';
      const array = isUnnest ? this.#originOf(nodesOf(expression, 'args')[0] as TreeNode, scope) : undefined;
      return array && { ...array, isElement: true };
    }
    if (expression.type !== 'VAR') return undefined;
    const at = outward(scope, numberOf(expression, 'varlevelsup'));
    const entry = nodesOf(at.query, 'rtable')[numberOf(expression, 'varno') - 1] as TreeNode;
    return this.#originOfOnly(sourcesOf(entry, numberOf(expression, 'varattno'), at));
  }

  #originOfOnly([first, ...others]: readonly Located[]): Origin | undefined {
    return first && others.length === 0 ? this.#originOf(first.expression, first.scope) : undefined;
  }

  #note(origin: Origin | undefined, like: Pick<Fact, 'words' | 'said'>, of: Use): void {
    if (!origin) return;
    const key = `${origin.parameter}${origin.isElement ? '[]' : ''}`;
    const before = this.#parameters.get(key);
    const use = Math.max(of, before?.use ?? of);
    const isNullable = use === NULL_STORED || use === NULL_ASKED;
    this.#parameters.set(key, { use, isNullable, words: before?.words ?? like.words, said: before?.said ?? like.said });
  }

  /** Notes what becomes of each parameter in this query and those inside. */
  #noteUses(scope: Scope): void {
    const { query } = scope;
    if (SETTING.includes(numberOf(query, 'commandType'))) {
      const table = nodesOf(query, 'rtable')[numberOf(query, 'resultRelation') - 1] as TreeNode;
      const onConflict = nodeOf(query, 'onConflict');
      for (const entry of [
        ...nodesOf(query, 'targetList'),
        ...(onConflict ? nodesOf(onConflict, 'onConflictSet') : []),
      ]) {
        const column = this.#catalog.column(numberOf(table, 'relid'), numberOf(entry, 'resno'));
        const isJunk = textOf(entry, 'resjunk') === 'true';
        if (column && !isJunk) this.#noteSet(nodeOf(entry, 'expr') as TreeNode, column, scope);
      }
    }
    for (const value of query.fields.values()) this.#noteIn(value, scope);
  }

  #noteSet(expression: TreeNode, column: Fact, scope: Scope): void {
    if (expression.type === 'CASEEXPR') {
      const results = nodesOf(expression, 'args').map((one) => nodeOf(one, 'result'));
      for (const one of [...results, nodeOf(expression, 'defresult')]) if (one) this.#noteSet(one, column, scope);
    } else if (expression.type === 'COALESCEEXPR') {
      for (const one of nodesOf(expression, 'args')) this.#noteSet(one, column, scope);
    } else this.#note(this.#originOf(expression, scope), column, column.isNullable ? NULL_STORED : STORED);
  }

  #noteIn(value: TreeValue, scope: Scope): void {
    if (Array.isArray(value)) for (const one of value) this.#noteIn(one, scope);
    if (!isNode(value)) return;
    if (value.type === 'QUERY') {
      this.#noteUses({ query: value, outer: scope });
      return;
    }
    const args = nodesOf(value, 'args');
    const origins = args.map((one) => this.#originOf(one, scope));
    if (value.type === 'NULLTEST') this.#note(this.#originOf(nodeOf(value, 'arg') as TreeNode, scope), {}, NULL_ASKED);
    if (value.type === 'COALESCEEXPR') for (const one of origins.slice(0, -1)) this.#note(one, {}, NULL_ASKED);
    if (['OPEXPR', 'DISTINCTEXPR', 'SCALARARRAYOPEXPR'].includes(value.type) && args.length === 2) {
      for (const [at, origin] of origins.entries()) {
        if (origin) this.#noteComparison(value, origin, args[1 - at] as TreeNode, scope);
      }
    }
    for (const one of value.fields.values()) this.#noteIn(one, scope);
  }

  #noteComparison(comparison: TreeNode, origin: Origin, other: TreeNode, scope: Scope): void {
    const isElement = comparison.type === 'SCALARARRAYOPEXPR' && !origin.isElement;
    const isEquality = /eq|ne/.test(this.#catalog.functionNamed(numberOf(comparison, 'opfuncid'))?.name ?? '');
    const like = isEquality && other.type !== 'CONST' ? this.#of(other, scope) : {};
    if (isElement) this.#note({ ...origin, isElement }, like, COMPARED);
    this.#note(origin, isElement ? {} : like, comparison.type === 'DISTINCTEXPR' ? NULL_ASKED : COMPARED);
  }
}

function outward(scope: Scope, levels: number): Scope {
  return levels === 0 || !scope.outer ? scope : outward(scope.outer, levels - 1);
}

const placeOf = (variable: TreeNode) => `${textOf(variable, 'varno')}.${textOf(variable, 'varattno')}`;

/** Where a column of an entry of FROM comes from: one expression, or one for each row of VALUES and part of a union. */
function sourcesOf(entry: TreeNode, number: number, scope: Scope): readonly Located[] {
  const kind = textOf(entry, 'rtekind');
  const here = (expression: TreeNode | undefined) => (expression ? [{ expression, scope }] : []);
  if (kind === SUBQUERY) return outputs(nodeOf(entry, 'subquery') as TreeNode, number, scope);
  if (kind === CTE) {
    const around = outward(scope, numberOf(entry, 'ctelevelsup'));
    const named = nodesOf(around.query, 'cteList').find((one) => textOf(one, 'ctename') === textOf(entry, 'ctename'));
    return named ? outputs(nodeOf(named, 'ctequery') as TreeNode, number, around) : [];
  }
  if (kind === VALUES) {
    const rows = entry.fields.get('values_lists') as readonly (readonly TreeNode[])[];
    return rows.flatMap((row) => here(row[number - 1]));
  }
  if (kind === FUNCTION) {
    const called = nodesOf(entry, 'functions');
    const only = called.length > 1 || number === 1 ? called[number - 1] : undefined;
    return here(only && nodeOf(only, 'funcexpr'));
  }
  return here(nodesOf(entry, kind === GROUP ? 'groupexprs' : 'joinaliasvars')[number - 1]);
}

/** A column of a query's rows; each part of a union has one. */
function outputs(query: TreeNode, number: number, outer: Scope | undefined): readonly Located[] {
  const scope = { query, outer };
  const union = nodeOf(query, 'setOperations');
  if (union) {
    const parts = leavesOf(union).map((at) => nodesOf(query, 'rtable')[at - 1] as TreeNode);
    return parts.flatMap((part) => outputs(nodeOf(part, 'subquery') as TreeNode, number, scope));
  }
  const expression = targetsOf(query)[number - 1];
  return expression ? [{ expression, scope }] : [];
}

function leavesOf(part: TreeNode): readonly number[] {
  if (part.type === 'RANGETBLREF') return [numberOf(part, 'rtindex')];
  return ['larg', 'rarg'].flatMap((side) => leavesOf(nodeOf(part, side) as TreeNode));
}

/** `kind = 'a'`, `kind in ('a', 'b')`. */
function wordsDemandedBy(condition: TreeNode): readonly string[] {
  const [variable, other] = nodesOf(condition, 'args');
  const isEqual = textOf(condition, 'opfuncid') === TEXT_EQUALS && textOf(condition, 'useOr') !== 'false';
  if (variable?.type !== 'VAR' || !other || !isEqual) return [];
  const constants = other.type === 'ARRAYEXPR' ? nodesOf(other, 'elements') : [other];
  const words = constants.map((one) => (one.type === 'CONST' ? constant(one).words?.[0] : undefined));
  if (words.includes(undefined)) return [];
  return ['only', ...words].map((word) => `${placeOf(variable)} ${word}`);
}

/** The expressions of a query's columns. */
function targetsOf(query: TreeNode): readonly TreeNode[] {
  const list = numberOf(query, 'commandType') === 1 ? 'targetList' : 'returningList';
  return nodesOf(query, list)
    .filter((entry) => textOf(entry, 'resjunk') !== 'true')
    .map((entry) => nodeOf(entry, 'expr') as TreeNode);
}

/** A total without groups. */
function isAlwaysOneRow(query: TreeNode): boolean {
  const isTotal = textOf(query, 'hasAggs') === 'true' && nodesOf(query, 'groupClause').length === 0;
  const isAlone = nodesOf(query, 'rtable').length === 0 && !nodeOf(nodeOf(query, 'jointree') as TreeNode, 'quals');
  return (isTotal || isAlone) && !nodeOf(query, 'havingQual');
}

/** One of several: nothing is known of its words as soon as one of them may be anything. */
function joined(facts: readonly Fact[]): Pick<Fact, 'words' | 'said'> {
  const isOpen = facts.some(({ words }) => words === undefined);
  const said = facts.find((one) => one.said)?.said;
  return { words: isOpen ? undefined : [...new Set(facts.flatMap(({ words = [] }) => words))], said };
}

const TEXT = '25';
const TEXT_EQUALS = '67';

function constant(expression: TreeNode): Fact {
  if (textOf(expression, 'consttype') !== TEXT) return { isNullable: false };
  const bytes = textOf(expression, 'constvalue').slice(1, -1).trim().split(/\s+/).map(Number);
  return { isNullable: false, words: [Buffer.from(bytes.slice(4).map((byte) => byte & 255)).toString()] };
}
