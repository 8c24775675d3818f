/** The sections of `/docs/errors`, one per error code; every `error_uri` leads here. */
import {
  ERRORS,
  type ErrorCode,
  type ErrorDefinition,
  FIELD_CODES,
  type FieldCodeDefinition,
} from '@timebank/contract';
import { CONSOLE_ERRORS } from '../../console/desk/contract/errors.ts';
import { type Html, html } from '../../console/pages/html.ts';
import type { Heading } from './layout.ts';

/** Two of them are codes of errors, too: one section for both, since it is one address. */
const FIELDS: Readonly<Record<string, FieldCodeDefinition>> = FIELD_CODES;

type ErrorList = readonly (readonly [code: string, definition: ErrorDefinition])[];

/** Whether and when the same request may be sent again: by status, and for single codes below. */
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

const codes: ErrorList = Object.entries<ErrorDefinition>(ERRORS);
const consoleCodes: ErrorList = Object.entries<ErrorDefinition>(CONSOLE_ERRORS);
const fieldCodes = Object.entries(FIELDS).filter(([code]) => !Object.hasOwn(ERRORS, code));
const retryOf = (code: string, { status }: ErrorDefinition) =>
  RETRY_BY_CODE[code as ErrorCode] ?? RETRY_BY_STATUS[status] ?? RETRY_ELSE;

interface ErrorCodes {
  readonly html: Html;
  readonly headings: readonly Heading[];
  readonly listed: readonly { readonly code: string; readonly text: string }[];
}

/** The part of the page that is made from the contract's closed lists. */
export function errorCodes(): ErrorCodes {
  const content = html`<div class="errors">
<h2 id="every-code">Every code</h2>
${codes.map(([code, definition]) => section(code, definition, retryOf(code, definition)))}<h2 id="every-field-code">Codes of fields</h2>
<p>In <code>errors[]</code>, each field at fault has one of these as its <code>code</code>.</p>
${fieldCodes.map(([code, definition]) => entry(code, meaning(definition)))}<h2 id="console-errors">Errors of the admin console</h2>
<p>The console answers with these beside the codes above; partners never see them.</p>
${consoleCodes.map(([code, definition]) => section(code, definition, RETRY_OF_CONSOLE))}</div>
`;
  return {
    html: content,
    headings: [
      { id: 'every-code', text: 'Every code', depth: 2 },
      ...codes.map(([code]) => ({ id: code, text: code, depth: 3 })),
      { id: 'every-field-code', text: 'Codes of fields', depth: 2 },
      { id: 'console-errors', text: 'Errors of the console', depth: 2 },
    ],
    listed: [...codes, ...fieldCodes, ...consoleCodes].map(([code, { when, action }]) => ({
      code,
      text: `${when} ${action}`,
    })),
  };
}

/** The codes that partners get, as the same page in Markdown lists them. */
export function errorCodesAsMarkdown(): string {
  const errors = codes.map(
    ([code, definition]) =>
      `### ${code}\n\nStatus: ${statuses(definition)}. ${definition.when} ${definition.action} Retry: ${retryOf(code, definition)}\n`,
  );
  const fields = fieldCodes.map(([code, { when, action }]) => `### ${code}\n\n${when} ${action}\n`);
  return ['## Every code\n', ...errors, '## Codes of fields\n', ...fields].join('\n');
}

function statuses({ status, statusWithToken }: ErrorDefinition): string {
  return statusWithToken === undefined ? String(status) : `${status}; ${statusWithToken} where a token is sent`;
}

function section(code: string, definition: ErrorDefinition, retry: string): Html {
  const ofField = FIELDS[code];
  return entry(
    code,
    html`<dt>Status</dt><dd>${statuses(definition)}</dd>
${meaning(definition)}
<dt>Retry</dt><dd>${retry}</dd>${ofField && html`\n<dt>As the code of a field</dt><dd>${ofField.when} ${ofField.action}</dd>`}`,
  );
}

function meaning({ when, action }: FieldCodeDefinition): Html {
  return html`<dt>Cause</dt><dd>${when}</dd>
<dt>What to do</dt><dd>${action}</dd>`;
}

function entry(code: string, terms: Html): Html {
  return html`<section id="${code}">
<h3><code>${code}</code></h3>
<dl>
${terms}
</dl>
</section>
`;
}
