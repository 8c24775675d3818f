/** The reference for a browser without script: every operation with its fields, answers and a sample, in one page. */
import { BASE_PATH, type ErrorCode, errorsOf, OPERATIONS, type Operation, scopesOf } from '@timebank/contract';
import { ADDRESSES, escapeHtml } from '../front/frame.ts';
import { renderMarkdown } from './markdown.ts';
import { operationPlace } from './search.ts';

interface Field {
  readonly description?: string;
}

export function plainReference(): string {
  const tags = [...new Set(OPERATIONS.map(({ tag }) => tag))];
  const groups = tags.map((tag) => {
    const operations = OPERATIONS.filter((operation) => operation.tag === tag);
    return `<h2>${tag}</h2>\n${operations.map(operationSection).join('\n')}`;
  });
  return `<main class="plain"><h1>Reference</h1>
<p>This browser runs no script, so the reference is shown as one page. The whole of it is in <a href="/openapi.json">openapi.json</a>.
All paths begin with <code>${BASE_PATH}</code>.</p>
${groups.join('\n')}
</main>`;
}

function operationSection(operation: Operation): string {
  const { tag, method, path, summary, description, query, body, example, responses } = operation;
  const properties = (body as { readonly properties?: Readonly<Record<string, Field>> } | undefined)?.properties ?? {};
  const scopes = scopesOf(operation).map((scope) => `<code>${scope}</code>`);
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      `<p>${status}: ${escapeHtml(answer.description)}</p><pre tabindex="0"><code>${json(answer.example)}</code></pre>`,
  );
  return `<section id="${escapeHtml(operationPlace(tag, method, path))}">
<h3><code>${method} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</h3>
${renderMarkdown(description, () => undefined).html}
${scopes.length > 0 ? `<p>Scope: ${scopes.join(' or ')}</p>` : ''}
${fields('Query', query)}${fields('Body', properties)}
${example === undefined ? '' : `<p>Request:</p><pre tabindex="0"><code>${json(example)}</code></pre>`}
${answers.join('\n')}
<p>Errors: ${errorsOf(operation).map(errorLink).join(', ')}</p>
</section>`;
}

function fields(title: string, named: Readonly<Record<string, Field>>): string {
  const rows = Object.entries(named).map(
    ([name, { description = '' }]) =>
      `<dt><code>${name}</code></dt><dd>${renderMarkdown(description, () => undefined).html}</dd>`,
  );
  return rows.length === 0 ? '' : `<p>${title}:</p><dl>${rows.join('')}</dl>`;
}

const json = (value: unknown) => escapeHtml(JSON.stringify(value, undefined, 2));
const errorLink = (code: ErrorCode) => `<a href="${ADDRESSES.errors}#${code}">${code}</a>`;
