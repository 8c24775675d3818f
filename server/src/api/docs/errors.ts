/** `/docs/errors`: one section per error code; every `error_uri` leads here. */
import { ERRORS, type ErrorCode, type ErrorDefinition } from '@timebank/contract';
import { CONSOLE_ERRORS } from '@timebank/contract/console';
import { ADDRESSES, escapeHtml, renderPage, serviceVersion } from '../front/frame.ts';
import { registerAddress, sendPage } from '../front/send.ts';
import type { Api } from '../http/route.ts';

type Listed = readonly (readonly [code: string, definition: ErrorDefinition])[];

/** Where the same request may be sent again, and when; by status, and for single codes below. */
const RETRY_BY_STATUS: Readonly<Record<number, string>> = {
  408: 'Yes, unchanged.',
  429: 'Yes, unchanged, after the seconds in Retry-After.',
  500: 'Yes, unchanged, a little later.',
  503: 'Yes, unchanged, after the seconds in Retry-After.',
};
const RETRY_BY_CODE: Partial<Record<ErrorCode, string>> = {
  invalid_token: 'Yes, with a new token.',
  use_dpop_nonce: 'Yes, with a new proof that has the nonce.',
  user_not_found: 'Yes, unchanged, for a few days.',
  statement_not_found: 'Yes, unchanged, once the day has begun.',
  limit_exceeded: 'Yes, unchanged, after resets_at if there is one.',
  reference_conflict: 'Never.',
};
const RETRY_ELSE = 'No: the same request gets the same answer.';
const RETRY_OF_CONSOLE = 'No: do what is said above first.';

/** The page, made from the contract's closed lists. */
function errorsMain(): string {
  const codes: Listed = Object.entries<ErrorDefinition>(ERRORS);
  const consoleCodes: Listed = Object.entries<ErrorDefinition>(CONSOLE_ERRORS);
  const retryOf = (code: string, { status }: ErrorDefinition) =>
    RETRY_BY_CODE[code as ErrorCode] ?? RETRY_BY_STATUS[status] ?? RETRY_ELSE;
  return `<div class="with-toc">
<div class="article">
<h1>Errors of the Partner API</h1>
<p>Every answer that is not a success has the same shape: <code>error</code> is one of the codes below,
<code>error_description</code> a sentence, <code>error_uri</code> the address of the code's section here,
<code>errors</code> the fields at fault where there are any, and <code>request_id</code> what to quote when you ask for help.</p>
</div>
<nav class="toc codes" aria-labelledby="codes"><h2 id="codes">Codes</h2><ul>
${codes.map(([code]) => `<li><a href="#${code}">${code}</a></li>`).join('\n')}
<li><a href="#console-errors">Errors of the console</a></li>
</ul></nav>
<article class="article errors">
${codes.map(([code, definition]) => section(code, definition, retryOf(code, definition))).join('\n')}
<h2 id="console-errors">Errors of the admin console</h2>
<p>The console answers with these beside the codes above; partners never see them.</p>
${consoleCodes.map(([code, definition]) => section(code, definition, RETRY_OF_CONSOLE)).join('\n')}
</article>
</div>`;
}

function statuses({ status, statusWithToken }: ErrorDefinition): string {
  return statusWithToken === undefined ? String(status) : `${status}; ${statusWithToken} where a token is sent`;
}

function section(code: string, definition: ErrorDefinition, retry: string): string {
  const { when, action } = definition;
  return `<section id="${code}">
<h2><code>${code}</code></h2>
<dl>
<dt>Status</dt><dd>${statuses(definition)}</dd>
<dt>Cause</dt><dd>${escapeHtml(when)}</dd>
<dt>What to do</dt><dd>${escapeHtml(action)}</dd>
<dt>Retry</dt><dd>${retry}</dd>
</dl>
</section>`;
}

/** Registers the page. */
export function registerErrorsPage(api: Api): void {
  const page = { lang: 'en', title: 'Errors of the Timebank Partner API', current: ADDRESSES.errors } as const;
  const html = renderPage({ ...page, main: errorsMain() }, serviceVersion());
  registerAddress(api, ADDRESSES.errors, (exchange) => sendPage(exchange, 200, html));
}
