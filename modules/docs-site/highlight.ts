/** Colours for code: classes of tokens, set when a page is made, so that a browser has nothing to compute. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import properties from 'highlight.js/lib/languages/properties';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import { html } from '../../console/pages/html.ts';

/** By the language of a block in Markdown. Any other is shown in one colour. */
const LANGUAGES = {
  ...{ sh: bash, csharp, http, ini, java, js: javascript, json, nginx, properties, python, sql, ts: typescript },
} as const;
const highlighter = hljs.newInstance();
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);

/** @returns trusted HTML with every character of the text */
export function highlighted(text: string, language: string): string {
  if (!Object.hasOwn(LANGUAGES, language)) return html`${text}`.toString();
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value.replaceAll('&#x27;', '&#39;');
}
