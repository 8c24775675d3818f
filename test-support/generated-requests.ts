/** Requests drawn from the published document: valid ones, ones with a single fault, and odd ones. The same seed draws the same. */

import {
  CONTENT_TYPES,
  METHODS,
  ODD_BODIES,
  ODD_ENDS,
  ODD_HEADERS,
  ODD_JSON,
  ODD_PARAMETERS,
  ODD_TEXTS,
} from './odd-values.ts';
import type {
  PublishedDocument,
  PublishedOperation,
  PublishedParameter,
  PublishedSchema,
} from './published-document.ts';
import type { Random } from './simulator/random.ts';

/** Real values that requests are made of. */
export interface KnownValues {
  /** By `<operation id>.<name>` or by name, of parameters and of fields of bodies. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Whole queries with a cursor or a sync token, which is bound to its filters, by operation id. */
  readonly queries: Readonly<Record<string, readonly string[]>>;
  /** Ids of others' rows, and of other kinds of rows. */
  readonly foreign: readonly string[];
  readonly token: string;
  /** `Authorization` headers without the token, by what is odd about each: the values to send. */
  readonly authorizations: Readonly<Record<string, readonly string[]>>;
  readonly clients: readonly { readonly id: string; readonly secret: string }[];
}

export interface GeneratedRequest {
  readonly kind: 'valid' | 'nearly valid' | 'odd';
  /** The fault, for a person. */
  readonly fault: string;
  /** The operation that was drawn, before the fault. */
  readonly operationId: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** A request in the making. */
interface Draft {
  method: string;
  /** The parts of the path below the base path, encoded; `name` is the parameter's in the template. */
  segments: { readonly name: string | undefined; text: string }[];
  /** Encoded. */
  query: string[];
  headers: [name: string, value: string][];
  /** Names and values as JSON texts, since JSON can say what no value of the language is. */
  fields: [name: string, json: string][] | undefined;
  isForm: boolean;
  /** Sent instead of the fields. */
  bytes: Buffer | undefined;
  /** Appended to the path. */
  suffix: string;
}

/** Request lines and headers that together pass the parser's own limit are refused in another way. */
const LONG = 9000;

/** The document and the values that requests are drawn from. */
interface Source {
  readonly document: PublishedDocument;
  readonly known: KnownValues;
  readonly random: Random;
  readonly seed: number;
  /** How many references were drawn. */
  references: number;
}

/** Returns a function that draws one request after the other. */
export function createGenerator(document: PublishedDocument, known: KnownValues, random: Random, seed: number) {
  const source: Source = { document, known, random, seed, references: 0 };
  return (): GeneratedRequest => {
    const operation = random.pick(document.operations);
    const draft = validDraft(source, operation);
    const kind = random.weighted<GeneratedRequest['kind']>([
      [40, 'valid'],
      [35, 'nearly valid'],
      [25, 'odd'],
    ]);
    const fault = spoil(source, kind, operation, draft);
    const path = `${document.basePath}/${draft.segments.map(({ text }) => text).join('/')}${draft.suffix}`;
    const target = draft.query.length > 0 ? `${path}?${draft.query.join('&')}` : path;
    const { method, headers } = draft;
    return { kind, fault, operationId: operation.id, method, target, headers, body: bytesOf(draft) };
  };
}

function spoil(
  source: Source,
  kind: GeneratedRequest['kind'],
  operation: PublishedOperation,
  draft: Draft,
): GeneratedRequest['fault'] {
  if (kind === 'valid') return 'nothing';
  return kind === 'odd' ? spoilAround(source, draft) : spoilNear(source, operation, draft);
}

/** A value that fits the schema; fields whose rules no schema can say have known values. */
function drawValue(source: Source, operation: PublishedOperation, name: string, published: PublishedSchema): unknown {
  const { document, known, random } = source;
  const schema = document.resolve(published);
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && random.chance(0.1)) return null;
  if (name === 'reference' && operation.body && random.chance(0.8)) return `G-${source.seed}-${++source.references}`;
  const values = known.values[`${operation.id}.${name}`] ?? known.values[name];
  if (values) return random.pick(values);
  if (schema.enum) return random.pick(schema.enum.filter((value) => value !== null));
  if (schema.format === 'date-time')
    return random.pick(known.values[/before|until/.test(name) ? 'later' : 'earlier'] ?? []);
  if (schema.format === 'date') return random.pick(known.values.day ?? []);
  if (types.includes('integer')) return integerOf(random, schema);
  if (types.includes('number')) return amountOf(random, schema);
  if (types.includes('object')) return objectOf(source, operation, schema);
  if (types.includes('array')) return listOf(source, operation, name, schema);
  return textOf(random, schema);
}

function integerOf(random: Random, { minimum = 0, maximum = 1000 }: PublishedSchema): number {
  if (random.chance(0.2)) return random.pick([minimum, maximum]);
  return minimum + random.below(maximum - minimum + 1);
}

/** Two decimals; mostly an amount below any cap. */
function amountOf(random: Random, { minimum = 0.01, maximum = 100 }: PublishedSchema): number {
  if (random.chance(0.05)) return random.pick([minimum, maximum]);
  return (Math.round(minimum * 100) + random.below(400)) / 100;
}

function listOf(
  source: Source,
  operation: PublishedOperation,
  name: string,
  { items = {}, minItems = 0 }: PublishedSchema,
): unknown[] {
  const length = minItems + source.random.below(3);
  return Array.from({ length }, () => drawValue(source, operation, `${name}.items`, items));
}

function textOf(random: Random, { minLength = 0, maxLength = 100 }: PublishedSchema): string {
  const text = random.pick(['', 'Ledger', 'Überweisung 😀', 'x', '數', 'z'.repeat(maxLength)]);
  return text.length < minLength ? 'y'.repeat(minLength) : [...text].slice(0, maxLength).join('');
}

/** Without the client's credentials, which have other places, and without fields that have no right value. */
function objectOf(source: Source, operation: PublishedOperation, schema: PublishedSchema): Record<string, unknown> {
  const { known, random } = source;
  const { properties = {}, required = [] } = schema;
  const drawable = Object.entries(properties).filter(
    ([name]) => !/^client_/.test(name) && known.values[name]?.length !== 0,
  );
  // An amount is one of the two, which the document says in words.
  const isAmount = 'hours' in properties && 'seconds' in properties;
  const [amount, other] = random.chance(0.5) ? ['hours', 'seconds'] : ['seconds', 'hours'];
  const taken = drawable.filter(([name]) => {
    if (isAmount && name === other) return false;
    return required.includes(name) || (isAmount && name === amount) || random.chance(0.4);
  });
  return Object.fromEntries(taken.map(([name, inner]) => [name, drawValue(source, operation, name, inner)]));
}

function pathOf(source: Source, operation: PublishedOperation): Draft['segments'] {
  return operation.path
    .split('/')
    .slice(1)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
      if (!parameter) return { name, text: part };
      return { name, text: encodeURIComponent(String(drawValue(source, operation, parameter.name, parameter.schema))) };
    });
}

function queryOf(source: Source, operation: PublishedOperation): string[] {
  const { known, random } = source;
  const whole = known.queries[operation.id];
  if (whole && random.chance(0.3)) return [random.pick(whole)];
  // Cursors and sync tokens are bound to other filters: they are drawn above, with them.
  const offered = operation.parameters.filter((each) => each.in === 'query' && !/cursor|sync_token/.test(each.name));
  const taken = offered.filter(({ required }) => required || random.chance(0.3));
  return taken.map(({ name, schema }: PublishedParameter) =>
    pairOf(name, String(drawValue(source, operation, name, schema))),
  );
}

function fieldsOf(source: Source, operation: PublishedOperation): Draft['fields'] {
  if (!operation.body) return undefined;
  const values = objectOf(source, operation, source.document.resolve(operation.body.schema));
  return Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]);
}

function validDraft(source: Source, operation: PublishedOperation): Draft {
  const { known, random } = source;
  const { method, body, isForClients } = operation;
  const fields = fieldsOf(source, operation);
  const mediaType = body && random.pick(body.mediaTypes);
  const isForm = mediaType?.includes('form') ?? false;
  const headers: Draft['headers'] = mediaType ? [['Content-Type', mediaType]] : [];
  if (!isForClients) headers.push(['Authorization', `Bearer ${known.token}`]);
  else {
    const { id, secret } = random.pick(known.clients);
    const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
    if (random.chance(0.5)) headers.push(['Authorization', `Basic ${basic}`]);
    else fields?.push(['client_id', JSON.stringify(id)], ['client_secret', JSON.stringify(secret)]);
  }
  const [segments, query] = [pathOf(source, operation), queryOf(source, operation)];
  return { method, segments, query, headers, fields, isForm, bytes: undefined, suffix: '' };
}

/** Makes a draft wrong, and returns what is wrong with it. */
type Fault = () => string;

/** Makes one parameter or field wrong. */
function spoilNear(source: Source, operation: PublishedOperation, draft: Draft): string {
  const faults = [...pathFaults(source, draft), ...queryFaults(source, operation, draft)];
  if (draft.fields && operation.body) {
    const names = Object.keys(source.document.resolve(operation.body.schema).properties ?? {});
    faults.push(...fieldFaults(source, names, draft, draft.fields));
  }
  return source.random.pick(faults)();
}

const oddText = ({ known, random }: Source) =>
  random.chance(0.3) ? encodeURIComponent(random.pick(known.foreign)) : random.pick(ODD_TEXTS);
const oddJson = ({ known, random }: Source) =>
  random.chance(0.2) ? JSON.stringify(random.pick(known.foreign)) : random.pick(ODD_JSON);

const pathFaults = (source: Source, { segments }: Draft): Fault[] =>
  segments
    .filter(({ name }) => name !== undefined)
    .map((segment) => () => {
      segment.text = oddText(source);
      return `${segment.name} = ${segment.text}`;
    });

function queryFaults(source: Source, { parameters }: PublishedOperation, draft: Draft): Fault[] {
  const { random } = source;
  const ofParameters = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => () => {
      const pair = `${name}=${oddText(source)}`;
      if (random.chance(0.8)) draft.query = draft.query.filter((other) => !other.startsWith(`${name}=`));
      draft.query.push(pair);
      return pair;
    });
  const extraParameter = () => {
    const extra = random.chance(0.3) ? (draft.query[0] ?? 'x=1') : random.pick(ODD_PARAMETERS);
    draft.query.push(extra);
    return `the parameter ${extra} too many`;
  };
  return [...ofParameters, extraParameter];
}

function fieldFaults(
  source: Source,
  names: readonly string[],
  draft: Draft,
  fields: NonNullable<Draft['fields']>,
): Fault[] {
  const { random } = source;
  const oddValues = names.map((name) => () => {
    const json = oddJson(source);
    draft.fields = [...without(fields, name), [name, json]];
    return `${name}: ${json.slice(0, 100)}`;
  });
  const [name, json] = fields.length > 0 ? random.pick(fields) : ['x', '1'];
  return [
    ...oddValues,
    () => {
      const unknown = random.pick(['x', '__proto__', 'constructor', '', 'Hours', 'user_id ', 'a.b', '0']);
      fields.push([unknown, oddJson(source)]);
      return `the unknown field ${JSON.stringify(unknown)}`;
    },
    () => {
      fields.push([name, json], [name, json]);
      return `${name} twice`;
    },
    () => {
      draft.fields = without(fields, name);
      return `without ${name}`;
    },
  ];
}

/** Makes one thing around the parameters and fields wrong. */
function spoilAround(source: Source, draft: Draft): string {
  const { known, random } = source;
  return random.pick<Fault>([
    () => {
      draft.method = random.pick(METHODS);
      return `the method ${draft.method}`;
    },
    () => {
      const type = random.pick(CONTENT_TYPES);
      setHeader(draft, 'Content-Type', type === undefined ? [] : [type]);
      return `the type ${type}`;
    },
    () => {
      const [what, text, encoding] = random.pick(ODD_BODIES);
      if (!draft.fields && random.chance(0.5)) setHeader(draft, 'Content-Type', ['application/json']);
      draft.bytes = Buffer.from(text, encoding);
      return `a body: ${what}`;
    },
    () => {
      const [name, value] = random.pick(ODD_HEADERS);
      draft.headers.push([name, value]);
      return `${name}: ${value.slice(0, 50)}`;
    },
    () => {
      const what = random.pick(Object.keys(known.authorizations));
      setHeader(draft, 'Authorization', known.authorizations[what] ?? []);
      return what;
    },
    () => {
      draft.suffix = random.pick(ODD_ENDS);
      return `${draft.suffix} after the path`;
    },
    () => {
      const segment = random.pick(draft.segments);
      const { text } = segment;
      segment.text = random.pick([text.toUpperCase(), `/${text}`, '', `../${text}`, encodedWhole(text)]);
      return `${segment.text} instead of ${text}`;
    },
    () => {
      draft.query.push(`x=${'a'.repeat(LONG)}`);
      return 'a long query';
    },
  ])();
}

function setHeader(draft: Draft, name: string, values: readonly string[]): void {
  const others = draft.headers.filter(([other]) => other !== name);
  draft.headers = [...others, ...values.map((value): [string, string] => [name, value])];
}

function bytesOf({ bytes, fields, isForm }: Draft): Buffer | undefined {
  if (bytes || !fields) return bytes;
  if (!isForm) return Buffer.from(`{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`);
  // A form knows no null and no types: what is not a string is sent as its JSON.
  const sent = fields.filter(([, json]) => json !== 'null');
  return Buffer.from(
    sent.map(([name, json]) => pairOf(name, json.startsWith('"') ? JSON.parse(json) : json)).join('&'),
  );
}

/** `name=value`, encoded; what is not well-formed cannot be. */
function pairOf(name: string, value: string): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`;
}

function without(fields: Draft['fields'] & object, name: string): [string, string][] {
  return fields.filter(([other]) => other !== name);
}

function encodedWhole(text: string): string {
  return text.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

/** A line for a shell that sends the request again. */
export function curlOf(origin: string, { method, target, headers, body }: GeneratedRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = [
    'curl -sS -i --globoff --path-as-is',
    method === 'HEAD' ? '--head' : `-X ${method}`,
    quote(origin + target),
  ];
  for (const [name, value] of headers) parts.push('-H', quote(`${name}: ${value}`));
  // Without one, curl would add the type of a form.
  if (body && !headers.some(([name]) => name === 'Content-Type')) parts.push("-H 'Content-Type:'");
  if (!body) return parts.join(' ');
  const octal = [...body].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  const isPlain = /^[\x20-\x7e]*$/.test(body.toString('latin1'));
  if (isPlain) return [...parts, '--data-binary', quote(body.toString())].join(' ');
  return [`printf '${octal}' |`, ...parts, '--data-binary @-'].join(' ');
}
