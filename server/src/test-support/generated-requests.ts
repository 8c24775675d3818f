/** Requests drawn from the published document: valid ones, such with one fault, and odd ones. The same seed draws the same. */

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
export interface Known {
  /** By `<operation id>.<name>` or by name, of parameters and of fields of bodies. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Whole queries with a cursor or a sync token, which is bound to its filters, by operation id. */
  readonly queries: Readonly<Record<string, readonly string[]>>;
  /** Ids of others, and of other kinds of things. */
  readonly foreign: readonly string[];
  readonly token: string;
  /** `Authorization` headers that the token is not: what is odd about each, and the values to send. */
  readonly authorizations: Readonly<Record<string, readonly string[]>>;
  readonly clients: readonly { readonly id: string; readonly secret: string }[];
}

export interface GeneratedRequest {
  readonly kind: 'valid' | 'nearly valid' | 'odd';
  /** What is wrong with it, for a person. */
  readonly fault: string;
  /** What it was before something was made wrong. */
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
  /** Of the path below the base path, encoded; the template's names beside the values of its parameters. */
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

/** Returns a function that draws one request after the other. */
export function createGenerator(document: PublishedDocument, known: Known, random: Random, seed: number) {
  let references = 0;

  /** A value that fits the schema; fields whose rules no schema can say have known values. */
  function drawValue(operation: PublishedOperation, name: string, published: PublishedSchema): unknown {
    const schema = document.resolve(published);
    const types = [schema.type ?? []].flat();
    if (types.includes('null') && random.chance(0.1)) return null;
    if (name === 'reference' && operation.body && random.chance(0.8)) return `G-${seed}-${++references}`;
    const values = known.values[`${operation.id}.${name}`] ?? known.values[name];
    if (values) return random.pick(values);
    if (schema.enum) return random.pick(schema.enum.filter((value) => value !== null));
    if (schema.format === 'date-time')
      return random.pick(known.values[/before|until/.test(name) ? 'later' : 'earlier'] ?? []);
    if (schema.format === 'date') return random.pick(known.values.day ?? []);
    if (types.includes('integer')) return integerOf(schema);
    if (types.includes('number')) return amountOf(schema);
    if (types.includes('object')) return objectOf(operation, schema);
    if (types.includes('array')) return listOf(operation, name, schema);
    return textOf(schema);
  }

  function integerOf({ minimum = 0, maximum = 1000 }: PublishedSchema): number {
    if (random.chance(0.2)) return random.pick([minimum, maximum]);
    return minimum + random.below(maximum - minimum + 1);
  }

  /** Two decimals; mostly an amount below any cap. */
  function amountOf({ minimum = 0.01, maximum = 100 }: PublishedSchema): number {
    if (random.chance(0.05)) return random.pick([minimum, maximum]);
    return (Math.round(minimum * 100) + random.below(400)) / 100;
  }

  function listOf(
    operation: PublishedOperation,
    name: string,
    { items = {}, minItems = 0 }: PublishedSchema,
  ): unknown[] {
    return Array.from({ length: minItems + random.below(3) }, () => drawValue(operation, `${name}.items`, items));
  }

  function textOf({ minLength = 0, maxLength = 100 }: PublishedSchema): string {
    const text = random.pick(['', 'Ledger', 'Überweisung 😀', 'x', '數', 'z'.repeat(maxLength)]);
    return text.length < minLength ? 'y'.repeat(minLength) : [...text].slice(0, maxLength).join('');
  }

  function pathOf(operation: PublishedOperation): Draft['segments'] {
    return operation.path
      .split('/')
      .slice(1)
      .map((part) => {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
        if (!parameter) return { name, text: part };
        return { name, text: encodeURIComponent(String(drawValue(operation, parameter.name, parameter.schema))) };
      });
  }

  function queryOf(operation: PublishedOperation): string[] {
    const whole = known.queries[operation.id];
    if (whole && random.chance(0.3)) return [random.pick(whole)];
    // What is bound to other filters is drawn above, with them.
    const offered = operation.parameters.filter((each) => each.in === 'query' && !/cursor|sync_token/.test(each.name));
    const taken = offered.filter(({ required }) => required || random.chance(0.3));
    return taken.map(({ name, schema }: PublishedParameter) =>
      pairOf(name, String(drawValue(operation, name, schema))),
    );
  }

  function fieldsOf(operation: PublishedOperation): Draft['fields'] {
    if (!operation.body) return undefined;
    const values = objectOf(operation, document.resolve(operation.body.schema));
    return Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]);
  }

  /** Without the client's credentials, which have other places, and what no value is known to be right for. */
  function objectOf(operation: PublishedOperation, schema: PublishedSchema): Record<string, unknown> {
    const { properties = {}, required = [] } = schema;
    const drawable = Object.entries(properties).filter(
      ([name]) => !/^client_/.test(name) && known.values[name]?.length !== 0,
    );
    const taken = drawable.filter(([name]) => required.includes(name) || random.chance(0.4));
    return Object.fromEntries(taken.map(([name, inner]) => [name, drawValue(operation, name, inner)]));
  }

  function validDraft(operation: PublishedOperation): Draft {
    const { method, body, isForClients } = operation;
    const fields = fieldsOf(operation);
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
    const segments = pathOf(operation);
    return { method, segments, query: queryOf(operation), headers, fields, isForm, bytes: undefined, suffix: '' };
  }

  /** Makes one parameter or field wrong, and says which. */
  function spoilNear(operation: PublishedOperation, draft: Draft): string {
    const oddText = () =>
      random.chance(0.3) ? encodeURIComponent(random.pick(known.foreign)) : random.pick(ODD_TEXTS);
    const oddJson = () => (random.chance(0.2) ? JSON.stringify(random.pick(known.foreign)) : random.pick(ODD_JSON));
    const faults: (() => string)[] = [];
    for (const segment of draft.segments.filter(({ name }) => name !== undefined)) {
      faults.push(() => {
        segment.text = oddText();
        return `${segment.name} = ${segment.text}`;
      });
    }
    for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
      faults.push(() => {
        const pair = `${name}=${oddText()}`;
        if (random.chance(0.8)) draft.query = draft.query.filter((other) => !other.startsWith(`${name}=`));
        draft.query.push(pair);
        return pair;
      });
    }
    faults.push(() => {
      const extra = random.chance(0.3) ? (draft.query[0] ?? 'x=1') : random.pick(ODD_PARAMETERS);
      draft.query.push(extra);
      return `the parameter ${extra} too many`;
    });
    const { fields } = draft;
    if (fields && operation.body) {
      for (const name of Object.keys(document.resolve(operation.body.schema).properties ?? {})) {
        faults.push(() => {
          const json = oddJson();
          draft.fields = [...without(fields, name), [name, json]];
          return `${name}: ${json.slice(0, 100)}`;
        });
      }
      const [name, json] = fields.length > 0 ? random.pick(fields) : ['x', '1'];
      faults.push(
        () => {
          const unknown = random.pick(['x', '__proto__', 'constructor', '', 'Hours', 'user_id ', 'a.b', '0']);
          fields.push([unknown, oddJson()]);
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
      );
    }
    return random.pick(faults)();
  }

  /** Makes one thing wrong around them, and says which. */
  function spoilAround(draft: Draft): string {
    const setHeader = (name: string, values: readonly string[]) => {
      const others = draft.headers.filter(([other]) => other !== name);
      draft.headers = [...others, ...values.map((value): [string, string] => [name, value])];
    };
    return random.pick<() => string>([
      () => {
        draft.method = random.pick(METHODS);
        return `the method ${draft.method}`;
      },
      () => {
        const type = random.pick(CONTENT_TYPES);
        setHeader('Content-Type', type === undefined ? [] : [type]);
        return `the type ${type}`;
      },
      () => {
        const [what, text, encoding] = random.pick(ODD_BODIES);
        if (!draft.fields && random.chance(0.5)) setHeader('Content-Type', ['application/json']);
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
        setHeader('Authorization', known.authorizations[what] ?? []);
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

  return (): GeneratedRequest => {
    const operation = random.pick(document.operations);
    const draft = validDraft(operation);
    const kind = random.weighted<GeneratedRequest['kind']>([
      [40, 'valid'],
      [35, 'nearly valid'],
      [25, 'odd'],
    ]);
    const fault = kind === 'valid' ? 'nothing' : kind === 'odd' ? spoilAround(draft) : spoilNear(operation, draft);
    const path = `${document.basePath}/${draft.segments.map(({ text }) => text).join('/')}${draft.suffix}`;
    const target = draft.query.length > 0 ? `${path}?${draft.query.join('&')}` : path;
    const { method, headers } = draft;
    return { kind, fault, operationId: operation.id, method, target, headers, body: bytesOf(draft) };
  };
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
