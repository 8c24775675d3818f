/** `/docs/errors`: one section per error code; every `error_uri` leads here. */
import { ERRORS, type ErrorDefinition } from '@timebank/contract';
import { CONSOLE_ERRORS } from '@timebank/contract/console';
import type { FastifyInstance } from 'fastify';

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h2 { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
:target { outline: 3px solid; outline-offset: .5rem; }
dt { font-weight: 600; } dd { margin: 0 0 .75rem; }
code { font-family: ui-monospace, monospace; }`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The page, made from the contract's closed list. */
function errorsPage(): string {
  const codes = Object.entries<ErrorDefinition>(ERRORS);
  const consoleCodes = Object.entries<ErrorDefinition>(CONSOLE_ERRORS);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the Timebank Partner API</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Errors of the Partner API</h1>
<p>Every answer that is not a success has the same shape: <code>error</code> is one of the codes below,
<code>error_description</code> a sentence, <code>error_uri</code> the address of the code's section here,
<code>errors</code> the fields at fault where there are any, and <code>request_id</code> what to quote when you ask for help.
See also the <a href="/docs/">reference</a>.</p>
<ul>
${codes.map(([code, definition]) => `<li><a href="#${code}"><code>${code}</code></a> (${statuses(definition)})</li>`).join('\n')}
</ul>
${codes.map(([code, definition]) => section(code, definition)).join('\n')}
<h1>Errors of the admin console</h1>
<p>The console answers with these beside the codes above; partners never see them.</p>
${consoleCodes.map(([code, definition]) => section(code, definition)).join('\n')}
</main>
</body>
</html>
`;
}

function statuses({ status, statusWithToken }: ErrorDefinition): string {
  return statusWithToken === undefined ? String(status) : `${status}; ${statusWithToken} where a token is sent`;
}

function section(code: string, definition: ErrorDefinition): string {
  const { when, action } = definition;
  return `<section id="${code}">
<h2><code>${code}</code></h2>
<dl>
<dt>Status</dt><dd>${statuses(definition)}</dd>
<dt>When</dt><dd>${escapeHtml(when)}</dd>
<dt>What to do</dt><dd>${escapeHtml(action)}</dd>
</dl>
</section>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Registers the page. */
export function registerErrorsPage(app: FastifyInstance): void {
  const html = errorsPage();
  app.route({
    method: ['GET', 'HEAD'],
    url: '/docs/errors',
    handler: async (_request, reply) =>
      reply
        .headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': POLICY,
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'public, max-age=300',
        })
        .send(html),
  });
}
