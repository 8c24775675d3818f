/** The reference for a browser without script: every operation with its fields, answers and a sample, in one page. */
import { BASE_PATH, type ErrorCode, errorsOf, OPERATIONS, type Operation, scopesOf } from '@timebank/contract';
import { ADDRESSES } from '../front/frame.ts';
import { type Html, html, raw } from '../front/html.ts';
import { renderMarkdown } from './markdown.ts';
import { operationPlace } from './search.ts';

interface Field {
  readonly description?: string;
}

export function plainReference(): Html {
  const tags = [...new Set(OPERATIONS.map(({ tag }) => tag))];
  const groups = tags.map((tag) => {
    const operations = OPERATIONS.filter((operation) => operation.tag === tag);
    return html`<h2>${tag}</h2>\n${operations.map(operationSection)}`;
  });
  return html`<main class="plain"><h1>Reference</h1>
<p>This browser runs no script, so the reference is shown as one page. The whole of it is in <a href="/openapi.json">openapi.json</a>.
All paths begin with <code>${BASE_PATH}</code>.</p>
${groups}</main>`;
}

function operationSection(operation: Operation): Html {
  const { tag, method, path, summary, description, query, body, example, responses } = operation;
  const properties = (body as { readonly properties?: Readonly<Record<string, Field>> } | undefined)?.properties ?? {};
  const scopes = scopesOf(operation).map((scope) => html`<code>${scope}</code>`);
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      html`<p>${status}: ${answer.description}</p><pre tabindex="0"><code>${json(answer.example)}</code></pre>\n`,
  );
  return html`<section id="${operationPlace(tag, method, path)}">
<h3><code>${method} ${path}</code> ${summary}</h3>
${raw(renderMarkdown(description, () => undefined).html)}
${scopes.length > 0 && html`<p>Scope: ${separated(scopes, ' or ')}</p>`}
${fields('Query', query)}${fields('Body', properties)}
${example !== undefined && html`<p>Request:</p><pre tabindex="0"><code>${json(example)}</code></pre>`}
${answers}<p>Errors: ${separated(errorsOf(operation).map(errorLink), ', ')}</p>
</section>
`;
}

function fields(title: string, named: Readonly<Record<string, Field>>): Html | false {
  const rows = Object.entries(named).map(
    ([name, { description = '' }]) =>
      html`<dt><code>${name}</code></dt><dd>${raw(renderMarkdown(description, () => undefined).html)}</dd>`,
  );
  return rows.length > 0 && html`<p>${title}:</p><dl>${rows}</dl>`;
}

const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const separated = (parts: readonly Html[], by: string) => parts.flatMap((part, at) => (at === 0 ? [part] : [by, part]));
const errorLink = (code: ErrorCode) => html`<a href="${ADDRESSES.errors}#${code}">${code}</a>`;
