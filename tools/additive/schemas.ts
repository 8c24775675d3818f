/** Compares two schemas from a partner's side: what it sends must still be taken, what it reads must still be there. */

export type Json = Readonly<Record<string, unknown>>;
export type Schemas = Readonly<Record<string, Json>>;

export function compareSchemas(
  where: string,
  old: Json,
  now: Json,
  direction: 'request' | 'answer',
  schemas: { readonly before: Schemas; readonly after: Schemas },
): string[] {
  const seen = new Set<string>();

  function compare(from: string, oldNode: Json, nowNode: Json): string[] {
    // A fault in a component is reported once, under its name.
    const component = referenceOf(oldNode);
    const path = component === undefined ? from : nameOf(component);
    const pair = `${component} ${referenceOf(nowNode)} ${oldNode.$ref === nowNode.$ref}`;
    if (component !== undefined && seen.has(pair)) return [];
    seen.add(pair);
    // One thing may now be one of several: what a reader finds in it depends on which.
    const others = (nowNode.anyOf ?? nowNode.oneOf ?? []) as readonly Json[];
    if (component !== undefined && referenceOf(nowNode) === undefined && others.length > 1) {
      return [`${from} changed from ${path} to one of ${others.map((branch) => nameOf(String(branch.$ref)))}`];
    }
    const [a, b] = [formOf(oldNode, schemas.before), formOf(nowNode, schemas.after)];
    const [less, more] = direction === 'request' ? [a, b] : [b, a];
    const found: string[] = [];
    const changed = (what: string, from: unknown, to: unknown) =>
      found.push(`${path}: ${what} changed from ${from ?? 'none'} to ${to ?? 'none'}`);

    if (!less.types.every((type) => more.types.includes(type))) changed('type', a.types, b.types);
    if (a.schema.format !== b.schema.format) changed('format', a.schema.format, b.schema.format);
    if (a.schema.additionalProperties !== false && b.schema.additionalProperties === false) {
      found.push(`${path} is closed to further fields`);
    }
    const isClosed = a.words === undefined && b.words !== undefined;
    if (isClosed || less.words?.some((word) => more.words && !more.words.includes(word))) {
      changed('the list of words', a.words, b.words);
    }
    if (direction === 'request') found.push(...tighterLimits(path, a.schema, b.schema));
    found.push(...fields(path, a.schema, b.schema));
    if (a.schema.items && b.schema.items)
      found.push(...compare(`${path}[]`, a.schema.items as Json, b.schema.items as Json));
    return [...found, ...branches(path, a.branches, b.branches)];
  }

  function fields(path: string, a: Json, b: Json): string[] {
    const [former, present] = [(a.properties ?? {}) as Schemas, (b.properties ?? {}) as Schemas];
    const [wasRequired, isRequired] = [(a.required ?? []) as string[], (b.required ?? []) as string[]];
    const found = Object.entries(former).flatMap(([name, field]) => {
      const kept = present[name];
      return kept ? compare(`${path}.${name}`, field, kept) : [`${path}.${name} is removed`];
    });
    const [from, to, text] =
      direction === 'request'
        ? [isRequired, wasRequired, 'is newly required']
        : [wasRequired, isRequired, 'is no longer always there'];
    const other = from.filter((name) => !to.includes(name) && present[name]);
    return [...found, ...other.map((name) => `${path}.${name} ${text}`)];
  }

  /** The branches of a union: each must still be there, under its name. */
  function branches(path: string, former: readonly Json[], present: readonly Json[]): string[] {
    return former.flatMap((branch, index) => {
      const name = branch.$ref === undefined ? `branch ${index}` : nameOf(String(branch.$ref));
      const kept = branch.$ref === undefined ? present[index] : present.find(({ $ref }) => $ref === branch.$ref);
      return kept ? compare(`${path} ${name}`, branch, kept) : [`${path}: ${name} is removed`];
    });
  }

  return compare(where, old, now);
}

/** The component that a schema refers to, nullable or not. */
function referenceOf({ $ref, anyOf }: Json): string | undefined {
  if (typeof $ref === 'string') return $ref;
  const branches = ((anyOf ?? []) as readonly Json[]).filter(({ type }) => type !== 'null');
  return branches.length === 1 ? (branches[0]?.$ref as string | undefined) : undefined;
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

interface Form {
  readonly schema: Json;
  readonly types: readonly string[];
  /** The closed list; undefined: any. */
  readonly words: readonly unknown[] | undefined;
  /** The branches of a union, without null. */
  readonly branches: readonly Json[];
}

/** A schema with its references followed, and null as one of its types. */
function formOf(node: Json, schemas: Schemas): Form {
  const { $ref, allOf, ...own } = node;
  const parts = (allOf ?? []) as readonly Json[];
  const target = typeof $ref === 'string' ? schemas[nameOf($ref)] : undefined;
  const schema = [...(target ? [target] : []), ...parts]
    .map((part) => formOf(part, schemas).schema)
    .concat(own)
    .reduce(merged, {});
  const union = (schema.anyOf ?? schema.oneOf ?? []) as readonly Json[];
  const isNull = ({ type }: Json) => type === 'null';
  const branches = union.filter((branch) => !isNull(branch));
  const [only] = branches;
  if (only && branches.length === 1 && branches.length < union.length) {
    const inner = formOf(only, schemas);
    return { ...inner, types: [...inner.types, 'null'] };
  }
  const words = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as Form['words'];
  const types = schema.type === undefined ? typesOf(words) : ([schema.type].flat() as string[]);
  return { schema, types, words, branches };
}

function merged(a: Json, b: Json): Json {
  const properties: Record<string, Json> = { ...((a.properties ?? {}) as Schemas) };
  for (const [name, field] of Object.entries((b.properties ?? {}) as Schemas)) {
    properties[name] = { ...properties[name], ...field };
  }
  const required = [...((a.required ?? []) as string[]), ...((b.required ?? []) as string[])];
  return { ...a, ...b, ...(Object.keys(properties).length > 0 ? { properties, required } : {}) };
}

function typesOf(words: Form['words']): string[] {
  if (words === undefined) return ['any'];
  return [...new Set(words.map((word) => (word === null ? 'null' : typeof word)))];
}

const UPPER = ['maximum', 'maxLength', 'maxItems'];
const LOWER = ['minimum', 'minLength', 'minItems'];

function tighterLimits(path: string, a: Json, b: Json): string[] {
  const limit = (schema: Json, name: string, none: number) => Number(schema[name] ?? none);
  const tighter = [
    ...UPPER.filter((name) => limit(b, name, Number.POSITIVE_INFINITY) < limit(a, name, Number.POSITIVE_INFINITY)),
    ...LOWER.filter((name) => limit(b, name, 0) > limit(a, name, 0)),
    ...(b.pattern !== undefined && b.pattern !== a.pattern ? ['pattern'] : []),
  ];
  return tighter.map((name) => `${path}: ${name} changed from ${a[name] ?? 'none'} to ${b[name]}`);
}
