/** The text of a statement: filters and an order put in, and the names of parameters turned into numbers. */

/** The SQL type of each property. */
export type SqlTypes<Item> = { readonly [Name in keyof Item]-?: string };

/** With filters, a function may begin with the rows that those given leave. */
export type StatementText = string | ((filters: ReadonlySet<string>) => string);

/** An order that a list can be asked for. */
export interface Order {
  /** The expression that the rows are sorted by, never null; the id decides between equals. */
  readonly key: string;
  /** Its SQL type. */
  readonly type: string;
}

/** The orders of a list by keyset; the text selects `$sortKey`, has `$filters`, and is ordered by `$order`. */
export interface Sort<Name extends string> {
  readonly orders: Readonly<Record<Name, Order>>;
  /** The column of the rows' id. */
  readonly id: string;
  /** uuid, unless it says otherwise. */
  readonly idType?: 'bigint';
}

/** The parameters of a list with orders. */
export interface SortedPage<Name extends string> {
  readonly by: Name;
  readonly descending: boolean;
  /** The last row of the page before. */
  readonly after: { readonly key: string; readonly id: string } | undefined;
  readonly limit: number;
}

/** A row of such a list, with the key of its place. */
export interface SortedRow {
  readonly sortKey: string;
}

/** Parameters that switch conditions on, by being there. */
export type Filters<Name extends string> = { readonly [Filter in Name]?: unknown };

/** What a text varies with. */
export interface Variants {
  readonly filters?: Readonly<Record<string, string | null>>;
  readonly sort?: Sort<string>;
}

/** One way to fill a text in. */
export interface Variant {
  readonly filters: readonly string[];
  /** Of a list with orders. */
  readonly order?: { readonly by: string; readonly descending: boolean; readonly isLater: boolean };
}

/** Without a filter, with each alone, every two and all together; each order, both ways, at the beginning and later. */
export function allVariants({ filters = {}, sort }: Variants): Variant[] {
  const names = Object.keys(filters);
  const pairs = names.flatMap((name, at) => names.slice(at + 1).map((other) => [name, other]));
  const sets = [[], ...names.map((name) => [name]), ...pairs, ...(names.length > 2 ? [names] : [])];
  if (!sort) return sets.map((set) => ({ filters: set }));
  const ways = [false, true].flatMap((descending) => [false, true].map((isLater) => ({ descending, isLater })));
  const orders = Object.keys(sort.orders).flatMap((by) => ways.map((way) => ({ by, ...way })));
  return orders.flatMap((order, at) => (at === 0 ? sets : [[]]).map((set) => ({ filters: set, order })));
}

/** The variant that these parameters ask for. */
export function variantFor({ filters = {}, sort }: Variants, parameters: Readonly<Record<string, unknown>>): Variant {
  const used = Object.keys(filters).filter((name) => parameters[name] !== undefined);
  if (!sort) return { filters: used };
  const { by, descending, after } = parameters as unknown as SortedPage<string>;
  return { filters: used, order: { by, descending, isLater: after !== undefined } };
}

/** The text of one variant; parameters still have their names. */
export function textOf(text: StatementText, { filters = {}, sort }: Variants, variant: Variant): string {
  const conditions = variant.filters.map((name) => filters[name]).filter((condition) => condition !== null);
  const { place, sortKey, order } = orderOf(sort, variant);
  const filled: Readonly<Record<string, string>> = {
    $filters: place + conditions.map((condition) => ` and ${condition}`).join(''),
    $sortKey: sortKey,
    $order: order,
  };
  const whole = typeof text === 'string' ? text : text(new Set(variant.filters));
  return whole.replace(/\$(filters|sortKey|order)\b/g, (mark) => filled[mark] as string);
}

function orderOf(sort: Sort<string> | undefined, { order }: Variant) {
  if (!sort || !order) return { place: '', sortKey: '', order: '' };
  const { id, idType = 'uuid' } = sort;
  const chosen = sort.orders[order.by];
  if (!chosen) throw new Error(`no order ${order.by}`);
  const { key, type } = chosen;
  const way = order.descending ? ' desc' : '';
  const beyond = order.descending ? '<' : '>';
  return {
    place: order.isLater ? ` and (${key}, ${id}) ${beyond} ($afterKey::${type}, $afterId::${idType})` : '',
    sortKey: `${key}::text as "sortKey"`,
    order: `${key}${way}, ${id}${way}`,
  };
}

/** After the type of a property of rows: whether it may be null, where its column does not say it. */
const NULLNESS = / (not )?null$/;

/** `$at!`, `$at?`, `"name!"`: whether a parameter or a column may be null, where PostgreSQL cannot know it. */
const MARKS = /\$\w+[!?]|"\w+[!?]"/g;

/**
 * The text with a number for each name, in the order of their first places.
 * @param columns the SQL type of each property of a row
 * @returns `marks` say of names that they may be null (`$at?`) or never are (`$at!`, `name!`), where the text does
 * @throws when the text has a number instead of a name, or leaves a column out
 */
export function numbered(
  name: string,
  columns: Readonly<Record<string, string>>,
  text: string,
): { readonly text: string; readonly names: readonly string[]; readonly marks?: readonly string[] } {
  const names: string[] = [];
  const marks = Object.entries(columns).flatMap(([key, type]) => {
    const [nullness] = NULLNESS.exec(type) ?? [];
    return nullness === undefined ? [] : [`$${key}${nullness === ' null' ? '?' : '!'}`];
  });
  const keys = Object.keys(columns);
  const parameter = (key: string) => {
    if (!names.includes(key)) names.push(key);
    const type = columns[key]?.replace(NULLNESS, '');
    return `$${names.indexOf(key) + 1}${type === undefined ? '' : `::${type}[]`}`;
  };
  const unmarked = text.replace(MARKS, (mark) => {
    marks.push(mark.replaceAll('"', ''));
    return mark.replace(/[!?]/, '');
  });
  const result = unmarked.replace(/\$(\w+)/g, (_, key: string) => {
    if (/^\d/.test(key)) throw new Error(`statement ${name}: $${key} has no name`);
    if (keys.length > 0 && key === 'rows') return keys.map(parameter).join(', ');
    if (keys.length > 0 && key === 'columns') return keys.map(columnOf).join(', ');
    return parameter(key);
  });
  const unused = keys.filter((key) => !names.includes(key));
  if (unused.length > 0) throw new Error(`statement ${name}: the text leaves out ${unused.join(', ')}`);
  return { text: result, names, ...(marks.length > 0 ? { marks } : {}) };
}

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
