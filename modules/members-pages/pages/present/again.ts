/** A form that was refused since its page belongs to another sign-in: what was typed stays, and can be sent from here. */
import { type MemberOperation, memberOperations } from '@timebank/contract';
import { type Html, html } from '../../../../console/pages/html.ts';
import type { MemberCall } from './call.ts';
import { AGAIN_TEXTS } from './error-texts.ts';
import { hidden } from './frame.ts';

/** A request to a community with pages. */
export interface RefusedRequest {
  readonly call: MemberCall;
  readonly operation: MemberOperation;
  /** The cookie of a visitor who came without one: the form that goes back is bound to it. */
  readonly visitor: string | undefined;
}

/** What people write themselves; the rest of a form is chosen. */
const TYPED = ['name', 'email', 'phone', 'who', 'title', 'description', 'time_other', 'note', 'message', 'words'];

const typedIn = ({ call: { fields } }: RefusedRequest): readonly string[] =>
  TYPED.flatMap((name) => fields[name]?.trim() || []);

/** Whether the form held words that would be lost. */
export const hasTyped = (of: RefusedRequest): boolean => typedIn(of).length > 0;

const addressOf = ({ call: { home, params }, operation: { path } }: RefusedRequest): string =>
  home + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The page that the form is on, or the community's first one. */
export const pageOfForm = (of: RefusedRequest): string =>
  Object.values(memberOperations).some(({ method, path }) => method === 'GET' && path === of.operation.path)
    ? addressOf(of)
    : of.call.home;

/** Where signing in leads on to the page. */
export const signInFor = (home: string, next: string): string =>
  `${home}/sign-in${next === home ? '' : `?next=${encodeURIComponent(next)}`}`;

/** What was typed, to be copied, and the form once more, bound to the cookie of now. */
export function againPart(of: RefusedRequest, isSignedOut: boolean): Html {
  const { call } = of;
  const text = AGAIN_TEXTS[call.lang];
  const typed = typedIn(of);
  const next = pageOfForm(of);
  const { csrf: _, ...fields } = call.fields;
  return html`${
    typed.length > 0 &&
    html`<label for="typed">${text.typed}</label>
<textarea id="typed" rows="6" readonly>
${typed.join('\n\n')}</textarea>`
  }
${isSignedOut && html`<p><a class="button main" href="${signInFor(call.home, next)}" target="_blank" rel="noopener">${text.signIn}</a></p>`}
<form id="again" method="post" action="${addressOf(of)}">
${hidden(call)}${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button${!isSignedOut && html` class="main"`}>${text.send}</button>
</form>
<p><a class="button" href="${next}">${text.page}</a></p>`;
}
