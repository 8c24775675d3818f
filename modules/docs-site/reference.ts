/** `/docs/reference`: every operation and every model of the OpenAPI document, on one page without script. */
import { type ErrorCode, errorsOf, OPERATIONS, type Operation, openApiDocument, scopesOf } from '@timebank/contract';
import { ADDRESSES } from '../../console/pages/frame.ts';
import { type Html, html, raw } from '../../console/pages/html.ts';
import { highlighted } from './highlight.ts';
import type { Article, Heading } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { SAMPLE_ORIGIN } from './source.ts';

/** A schema of the document, as far as it is shown. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly 'x-extensible-enum'?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Content {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: Schema; readonly example?: unknown };
  };
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description?: string }>>;
}

interface OpenApiParts {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The anchor of an operation. */
export const operationPlace = (tag: string, method: string, path: string): string =>
  `tag/${tag.toLowerCase()}/${method}${path}`;
/** The anchor of a model. */
export const modelPlace = (name: string): string => `models/${name}`;

/** The models of the document, by name. */
export const models = (): OpenApiParts['components']['schemas'] =>
  (openApiDocument() as unknown as OpenApiParts).components.schemas;

export function referenceArticle(): Article {
  const document = openApiDocument(SAMPLE_ORIGIN) as unknown as OpenApiParts;
  const groups = Map.groupBy(OPERATIONS, ({ tag }) => tag);
  const headings: Heading[] = [...groups].flatMap(([tag, operations]) => [
    { id: tag.toLowerCase(), text: tag, depth: 2 },
    ...operations.map(({ method, path, summary }) => ({
      ...{ id: operationPlace(tag, method, path), text: summary, depth: 3 },
    })),
  ]);
  const content = html`<h1 id="reference">Reference</h1>
<p>Every operation of the partner API with its fields, answers and errors, and every model. For tools there is <a href="/openapi.json">openapi.json</a>.</p>
${[...groups].map(
  ([tag, operations]) => html`<h2 id="${tag.toLowerCase()}">${tag}</h2>
<div class="errors">${operations.map((operation) => operationSection(operation, document))}</div>
`,
)}<h2 id="models">Models</h2>
<div class="errors">${Object.entries(document.components.schemas).map(([name, schema]) => modelSection(name, schema))}</div>
`;
  const title = 'Reference';
  return { title, html: content.toString(), headings: [...headings, { id: 'models', text: 'Models', depth: 2 }] };
}

function operationSection(operation: Operation, { servers, paths }: OpenApiParts): Html {
  const { id, tag, method, path, summary, description } = operation;
  const documented = paths[path]?.[method.toLowerCase()];
  if (!documented) throw new Error(`${id} is not in the document`);
  const { parameters = [], requestBody, responses } = documented;
  const body = requestBody?.content?.['application/json'];
  const scopes = scopesOf(operation).map((scope) => html`<code>${scope}</code>`);
  const placed = (where: string) => parameters.filter((parameter) => parameter.in === where);
  return html`<section id="${operationPlace(tag, method, path)}">
<h3>${summary}</h3>
<p><code>${method} ${path}</code></p>
${markdown(description)}
${scopes.length > 0 && html`<p>Scope: ${separated(scopes, ' or ')}</p>`}
${fields('Path', placed('path').map(parameterField))}${fields('Query', placed('query').map(parameterField))}
${body && html`<p>Body: ${typeOf(body.schema)}</p>`}
${code(curlOf(method, `${servers[0]?.url}${path}`, documented, scopes.length > 0), 'sh')}
${Object.keys(operation.responses).map((status) => answer(status, responses[status]))}
<p>Errors: ${separated(errorsOf(operation).map(errorLink), ', ')}</p>
</section>
`;
}

function answer(status: string, found: DocumentedOperation['responses'][string] | undefined): Html {
  const { schema, example } = found?.content?.['application/json'] ?? {};
  return html`<p>${status}: ${found?.description}${schema && html` ${typeOf(schema)}`}</p>
${example !== undefined && code(JSON.stringify(example, null, 2), 'json')}
`;
}

/** A call as a shell takes it, with what a partner puts in by hand in angle brackets. */
function curlOf(
  method: string,
  url: string,
  { parameters = [], requestBody }: DocumentedOperation,
  hasToken: boolean,
): string {
  const example = ({ example: one, schema }: Parameter) => encodeURIComponent(String(one ?? schema.enum?.[0] ?? ''));
  const path = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, example(one)), url);
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${example(one)}`);
  const body = requestBody?.content?.['application/json']?.example;
  return [
    `curl '${[path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}'`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`--request ${method}`]),
    ...(hasToken ? [`--header 'Authorization: Bearer <ACCESS_TOKEN>'`] : []),
    ...(body === undefined
      ? []
      : [`--header 'Content-Type: application/json'`, `--data '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

interface ShownField {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

const parameterField = ({ name, schema, required = false, description }: Parameter): ShownField => ({
  ...{ name, schema, isRequired: required, description },
});

function modelSection(name: string, schema: Schema): Html {
  const { description = '', properties = {}, required = [] } = schema;
  const shown = Object.entries(properties).map(([field, one]) => ({
    ...{ name: field, schema: one, isRequired: required.includes(field), description: one.description },
  }));
  return html`<section id="${modelPlace(name)}">
<h3>${name}</h3>
${markdown(description)}
${shown.length > 0 ? fields('Fields', shown) : html`<p>${typeOf(schema)}</p>`}
</section>
`;
}

function fields(title: string, shown: readonly ShownField[]): Html | false {
  const rows = shown.map(({ name, schema, isRequired, description = '' }) => {
    const words = schema['x-extensible-enum'] ?? schema.items?.['x-extensible-enum'] ?? schema.enum;
    return html`<dt><code>${name}</code></dt>
<dd>${typeOf(schema)}${isRequired && ', required'}${markdown(description)}${words && html`<p>${separated(words.map(word), ', ')}</p>`}</dd>
`;
  });
  return rows.length > 0 && html`<p>${title}:</p>\n<dl>${rows}</dl>\n`;
}

const word = (value: unknown): Html => html`<code>${String(value)}</code>`;

/** The type of a value in words; a model is a link. */
function typeOf(schema: Schema): Html {
  const { $ref, anyOf, items, type, format } = schema;
  if ($ref !== undefined) return modelLink($ref.slice($ref.lastIndexOf('/') + 1));
  if (anyOf) return html`${separated(anyOf.map(typeOf), ' or ')}`;
  if (items) return html`list of ${typeOf(items)}`;
  if (schema.const !== undefined) return word(schema.const);
  const types = [type ?? 'any value'].flat().map((one) => (one === 'string' && format !== undefined ? format : one));
  return html`${types.join(' or ')}`;
}

const modelLink = (name: string): Html => html`<a href="#${modelPlace(name)}">${name}</a>`;
const errorLink = (error: ErrorCode): Html => html`<a href="${ADDRESSES.errors}#${error}">${error}</a>`;
const markdown = (text: string): Html => raw(renderMarkdown(text, () => undefined).html);
const code = (text: string, language: string): Html =>
  html`<pre tabindex="0"><code>${raw(highlighted(text, language))}</code></pre>\n`;
const separated = (parts: readonly Html[], by: string) => parts.flatMap((part, at) => (at === 0 ? [part] : [by, part]));
