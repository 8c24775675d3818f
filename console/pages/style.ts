/**
 * The styles of the pages: light and dark as the browser asks, from 320 px on. Text keeps 4.5:1 everywhere. A member's page
 * carries nothing of the documentation's: it is read by telephone.
 */
const COMMON = `
:root { color-scheme: light dark; --text: #16201f; --soft: #4c5b59; --ground: #f5f8f7; --paper: #fff; --line: #d5dedc; --edge: #6f7f7c;
  --accent: #0f6f68; --on-accent: #fff; --code: #edf3f1; --mark: #fff3c9; --bad: #b42318;
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --text: #e6eaea; --soft: #a9b5b4; --ground: #0e1314; --paper: #161d1e;
  --line: #2f3a3b; --edge: #7f8e8c; --accent: #6fd3c6; --on-accent: #06201d; --code: #1d2627; --mark: #3a3414; --bad: #ff9d94; } }
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999rem; top: .5rem; z-index: 2; padding: .5rem 1rem; background: var(--paper); }
.skip:focus { left: 1rem; }
.bar { max-width: 76rem; margin: 0 auto; padding: .5rem 1.5rem; }
.top { background: var(--paper); border-bottom: 1px solid var(--line); }
.top .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.5rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; min-height: 2.75rem; color: inherit; font-weight: 650;
  font-size: 1.1rem; text-decoration: none; }
.top nav { margin-left: auto; }
.top ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; margin: 0; padding: 0; list-style: none; }
.top li a { display: block; padding: .45rem .75rem; border-radius: .5rem; color: var(--soft); text-decoration: none; }
.top li a:hover { background: var(--code); color: var(--text); }
.top li a[aria-current] { color: var(--accent); font-weight: 600; }
main { flex: 1; width: 100%; max-width: 76rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; overflow-wrap: break-word; }
h1 { margin: 0 0 1rem; font-size: clamp(1.8rem, 1.4rem + 1.6vw, 2.5rem); letter-spacing: -.015em; }
h2 { margin: 2.75rem 0 .75rem; font-size: 1.45rem; }
h3 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
p, ul, ol, dl, pre, .wide { margin: 0 0 1rem; }
.hero { max-width: 46rem; padding: 1rem 0 1.5rem; }
.lead { color: var(--soft); font-size: 1.15rem; text-wrap: pretty; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; margin-top: auto; padding: 0; list-style: none; }
.ways a { display: inline-block; padding: .35rem 0; }
.ways .button { padding: .5rem 1rem; }
.button { background: var(--accent); color: var(--on-accent); border-radius: .5rem; font-weight: 600; text-decoration: none; }
blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
@media (max-width: 40rem) { .bar, main { padding-left: 1rem; padding-right: 1rem; } main { padding-top: 1.5rem; }
  .top nav { margin: 0 -.5rem; } .top ul { gap: 0; } .top li a { padding: .45rem .5rem; font-size: .95rem; } }
@media print { .top, .skip, footer { display: none; } }
`;
const OF_DOCUMENTATION = `
:root { --c-word: #8a1d5e; --c-text: #0a5c3a; --c-number: #7a4300; --c-name: #1a4f9c; --c-call: #5f2d96; }
@media (prefers-color-scheme: dark) { :root { --c-word: #f0a0cf; --c-text: #9fdca8; --c-number: #f2c078; --c-name: #9cc7ff; --c-call: #d0b3ff; } }
.number { margin: 0; color: var(--accent); font-size: 1.1rem; font-weight: 650; letter-spacing: .08em; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1.25rem; margin: 0; padding: 0;
  list-style: none; }
.card { display: flex; flex-direction: column; padding: 1.25rem 1.4rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: .75rem; }
.card h2, .card h3 { margin: 0 0 .4rem; font-size: 1.15rem; }
.card p { color: var(--soft); }
.card > :last-child { margin-bottom: 0; }
.group { margin: 2.5rem 0 1rem; }
.article { max-width: 48rem; min-width: 0; overflow-wrap: break-word; }
.article h1 + p { color: var(--soft); font-size: 1.1rem; }
.article li { margin: .3rem 0; }
.anchor { margin-left: .4rem; color: var(--soft); font-weight: 400; text-decoration: none; opacity: 0; }
h2:hover > .anchor, h3:hover > .anchor, h4:hover > .anchor { opacity: 1; }
.toc { margin: 0 0 2rem; padding: 1rem 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem;
  font-size: .95rem; }
.toc h2 { margin: 0 0 .4rem; font-size: .95rem; }
.toc ul { margin: 0; padding: 0; list-style: none; }
.toc li a { display: block; padding: .2rem 0; color: var(--soft); text-decoration: none; }
.toc li a:hover { color: var(--accent); text-decoration: underline; }
.toc .deeper { display: none; }
body:has(.docs) .bar { max-width: 92rem; }
.docs { flex: 1; width: 100%; max-width: 92rem; margin: 0 auto; padding: 0 1.5rem; }
.docs main { max-width: none; padding-left: 0; padding-right: 0; }
.side { padding-top: 1.25rem; font-size: .95rem; } .side > .pages { display: none; }
.search { display: flex; gap: .5rem; margin: 0 0 .75rem; }
.search input { flex: 1; min-width: 0; min-height: 2.5rem; padding: .3rem .7rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--edge); border-radius: .5rem; }
.search input::placeholder { color: var(--soft); opacity: 1; }
.search button { padding: .3rem .8rem; font: inherit; color: inherit; background: var(--code); border: 1px solid var(--edge); border-radius: .5rem; cursor: pointer; }
.menu { border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); }
.menu summary { padding: .55rem .9rem; cursor: pointer; } .menu .pages { padding: 0 .9rem .75rem; }
.pages ul { margin: 0; padding: 0; list-style: none; } .pages span { display: block; padding: .9rem .6rem .25rem; font-weight: 600; }
.pages a { display: block; padding: .25rem .6rem; border-radius: .4rem; color: var(--soft); text-decoration: none; }
.pages a:hover { background: var(--code); color: var(--text); }
.pages a[aria-current] { background: var(--code); color: var(--accent); font-weight: 600; }
.steps { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 3rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.steps a { padding: .6rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; font-weight: 600; text-decoration: none; }
.steps small { display: block; color: var(--soft); font-weight: 400; } .steps a[rel=next] { margin-left: auto; text-align: right; }
.results { margin: 0; padding: 0; list-style: none; } .results a { font-size: 1.1rem; font-weight: 600; overflow-wrap: anywhere; }
.results small { color: var(--soft); } .results p { margin: .2rem 0 1.2rem; } mark { background: var(--mark); color: inherit; }
.picture { display: block; width: 100%; max-width: 32rem; height: auto; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
.tabs { position: relative; min-width: 0; margin: 0 0 1rem; padding: 0; border: 0; } .tabs legend, .tabs input { position: absolute; opacity: 0; pointer-events: none; }
.tabs label { display: inline-block; padding: .35rem .8rem; color: var(--soft); border-bottom: 2px solid transparent; cursor: pointer; }
.tabs input:checked + label { color: var(--accent); border-color: var(--accent); font-weight: 600; }
.tabs input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: .3rem; }
.tabs pre { display: none; margin: 0; }
.tabs input:nth-of-type(1):checked ~ pre:nth-of-type(1), .tabs input:nth-of-type(2):checked ~ pre:nth-of-type(2),
.tabs input:nth-of-type(3):checked ~ pre:nth-of-type(3), .tabs input:nth-of-type(4):checked ~ pre:nth-of-type(4),
.tabs input:nth-of-type(5):checked ~ pre:nth-of-type(5) { display: block; }
/* Where the head has one row and leaves room; what is focused never lies behind it. */
@media (min-width: 60rem) and (min-height: 30rem) { .top { position: sticky; top: 0; z-index: 1; } html { scroll-padding-top: 5rem; } }
@media (min-width: 60rem) {
  .docs { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 3rem; }
  .side { position: sticky; top: 3.8rem; align-self: start; max-height: calc(100vh - 3.8rem); overflow-y: auto; padding: 2rem .25rem 2rem .25rem; }
  .side > .pages { display: block; } .menu { display: none; } .search button { padding: .3rem .6rem; }
}
@media (min-width: 80rem) {
  .with-toc { display: grid; grid-template: auto 1fr / minmax(0, 48rem) minmax(11rem, 1fr); gap: 0 3rem; align-items: start; }
  .with-toc .article { grid-column: 1; }
  .with-toc .toc { grid-area: 1 / 2 / 3 / 3; position: sticky; top: 5rem; max-height: calc(100vh - 7rem); overflow-y: auto; margin: 0;
    padding: 0 0 0 1.25rem; background: none; border: 0; border-left: 1px solid var(--line); border-radius: 0; }
  .toc .deeper { display: block; padding-left: 1rem; }
}
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
code { padding: .1em .3em; background: var(--code); border-radius: .3em; overflow-wrap: anywhere; }
pre { padding: .9rem 1.1rem; overflow-x: auto; background: var(--code); border: 1px solid var(--line); border-radius: .6rem;
  line-height: 1.5; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; font-size: 1em; overflow-wrap: inherit; }
.copy { float: right; margin: -.35rem -.5rem .2rem .6rem; padding: .15rem .6rem; min-height: 1.75rem; font: .85rem/1.4 system-ui, sans-serif;
  color: var(--soft); background: var(--paper); border: 1px solid var(--edge); border-radius: .4rem; cursor: pointer; }
.copy:hover { color: var(--text); }
.hljs-comment, .hljs-meta { color: var(--soft); } .hljs-keyword, .hljs-literal { color: var(--c-word); }
.hljs-string, .hljs-regexp { color: var(--c-text); } .hljs-number { color: var(--c-number); } .hljs-subst { color: var(--text); }
.hljs-attr, .hljs-attribute, .hljs-property, .hljs-variable { color: var(--c-name); } .hljs-title, .hljs-type, .hljs-section, .hljs-built_in { color: var(--c-call); }
pre.output { background: none; border-style: dashed; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .95rem; }
th, td { padding: .5rem 1.25rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td code { overflow-wrap: normal; white-space: nowrap; }
.files dt { margin-top: 1rem; font-weight: 600; } .files small { color: var(--soft); font-weight: 400; } .files dd { margin: 0; }
.errors section { margin: 0 0 1rem; padding: 1.1rem 1.4rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
.errors section h3 { margin: 0 0 .6rem; font-size: 1.1rem; }
.errors section:target { border-color: var(--accent); background: var(--mark); }
.errors dl { display: grid; grid-template-columns: minmax(6.5rem, auto) 1fr; gap: .35rem 1rem; margin: 0; }
.errors dt { color: var(--soft); } .errors dd { margin: 0; }
@media (max-width: 40rem) { .docs { padding-left: 1rem; padding-right: 1rem; } .docs main { padding-left: 0; padding-right: 0; }
  .errors dl { grid-template-columns: 1fr; gap: 0; } .errors dd { margin-bottom: .6rem; } }
@media print { .copy, .toc, .side, .steps { display: none; } .tabs pre { display: block; margin-bottom: 1rem; } }
`;
const OF_MEMBERS = `
.at { font-size: 1.125rem; overflow-wrap: anywhere; } .at main { max-width: 44rem; padding-top: 1.75rem; } .at .bar { max-width: 44rem; }
.at h1 { font-size: 1.9rem; } .at h2 { font-size: 1.35rem; margin: 2rem 0 .6rem; } .at footer, .at small { font-size: 1rem; }
.at .top li a, .at footer a { display: inline-flex; align-items: center; min-height: 2.75rem; font-size: 1.0625rem; }
.at form { margin: 0 0 1.5rem; } .at label, .at legend { display: block; margin: 0 0 .25rem; font-weight: 600; }
.at .hint { display: block; margin: 0 0 .4rem; color: var(--soft); font-weight: 400; }
.at input:not([type=radio], [type=checkbox]) { display: block; width: 100%; max-width: 24rem; min-height: 3rem; margin: 0 0 1rem; padding: .4rem .8rem;
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .5rem; }
.at input[aria-invalid] { border: 2px solid var(--bad); } .at .fault { margin: 0 0 .4rem; color: var(--bad); font-weight: 600; } .at legend { padding: 0; }
.at textarea, .at select { display: block; width: 100%; max-width: 34rem; min-height: 3rem; margin: 0 0 1rem; padding: .6rem .8rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--edge); border-radius: .5rem; } .at select { max-width: 24rem; } .at :is(textarea, select)[aria-invalid] { border: 2px solid var(--bad); }
.at fieldset { margin: 0 0 1rem; padding: 0; border: 0; } .at .words { white-space: pre-line; } .at blockquote { margin: 0 0 1rem; padding: .1rem 0 .1rem 1rem; border-left: 4px solid var(--line); }
.at .lines li > a:not(.button), .at .ways a:not(.button) { display: inline-flex; align-items: center; min-height: 2.75rem; }
.at main p > a:not(.button) { display: inline-block; padding: .5rem 0; }
.at .lines form { margin: .6rem 0 0; } .at .lines li > .button { margin-top: .6rem; }
.at .acts { padding: .25rem 1rem; background: var(--paper); border: 1px solid var(--edge); border-left: .5rem solid var(--accent); border-radius: .5rem; font-weight: 600; }
.at [role=alert] { margin: 0 0 1.5rem; padding: .9rem 1.1rem .5rem; background: var(--paper); border: 2px solid var(--bad); border-radius: .6rem; }
.at [role=alert] h2 { margin: 0 0 .4rem; font-size: 1.2rem; } .at [role=alert] ul { margin: 0; padding: 0; list-style: none; } .at [role=alert] li a { display: inline-block; padding: .5rem 0; }
.at [role=status] { padding: .6rem 1rem; background: var(--paper); border-left: .5rem solid var(--accent); border-radius: .3rem; font-weight: 600; }
.at .tick { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; margin: 0 0 1rem; font-weight: 400; }
.at .tick small { display: block; color: var(--soft); }
.at .tick input { flex: none; width: 1.5rem; height: 1.5rem; accent-color: var(--accent); }
.at button, .at .button { display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; margin: 0 .5rem .5rem 0; padding: .5rem 1.25rem;
  font: inherit; font-weight: 600; border: 1px solid var(--edge); border-radius: .6rem; background: var(--paper); color: inherit; cursor: pointer; text-decoration: none; }
.at .main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.at .facts dt { color: var(--soft); } .at .facts dd { margin: 0 0 .75rem; overflow-wrap: anywhere; } .at .facts .facts { padding-left: 1rem; border-left: 3px solid var(--line); }
.at .sums { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0 0 1.5rem; padding: 1.1rem 1.4rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
.at .sums dt { color: var(--soft); } .at .sums dd { margin: 0; font-size: 1.35rem; font-weight: 650; } .at .sums div:last-child dd { font-size: 1.9rem; }
.at .lines { margin: 0 0 1rem; padding: 0; list-style: none; } .at .lines li { padding: .8rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.at .lines strong { float: right; margin-left: 1rem; white-space: nowrap; } .at .lines small { display: block; color: var(--soft); }
.at #sight select { max-width: 34rem; }
.at summary { min-height: 2.75rem; padding: .5rem 0; font-weight: 600; cursor: pointer; } .at details { margin: 0 0 1rem; }
.at .id-card { max-width: 30rem; margin: 0 0 1rem; padding: 1rem; background: #fff; color: #16201f; border: 1px solid var(--edge); border-radius: .75rem; }
.at .id-card div { display: flex; gap: 1rem; align-items: center; } .at .id-card svg { flex: none; width: min(11rem, 45%); height: auto; } .at .id-card p { margin: 0; } .at .id-card strong { display: block; font-size: 1.2em; }
@media print { main:has(.id-card) > :not(.id-card) { display: none; } .at .id-card { width: 85.6mm; height: 54mm; max-width: none; padding: 4mm; overflow: hidden; border: .3mm solid #000; border-radius: 3mm; font-size: 9pt; line-height: 1.25; } .at .id-card svg { width: 40mm; } }
.paper { display: none; }
@media print { .paper { display: block; } .at h2:has(+ form), .at button, .at .button, .at form, .at .ways { display: none; } }
`;

/** Without what only readers of the source need. */
const packed = (...sheets: readonly string[]) =>
  sheets
    .join('')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/([:;,{}]) /g, '$1')
    .replace(/ (?=[{}])/g, '')
    .replaceAll(';}', '}');

export const SERVICE_STYLE = packed(COMMON, OF_DOCUMENTATION);
export const MEMBERS_STYLE = packed(COMMON, OF_MEMBERS);
