import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';

const render = (source: string) =>
  renderMarkdown(source, (href) => (href.startsWith('javascript:') || href === 'gone.md' ? undefined : href));

test('HTML in Markdown is shown as text, at every position', () => {
  const sources = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<div>\n\n*a*\n\n</div>',
    '# A <b>title</b>',
    '`<i>` and\n\n```html\n<i>\n```',
    '| a <i> | b |\n|---|---|\n| <u> | x |',
    '![<i onload=x>](a.png)',
    '[<i>](https://a.example/"><i>)',
    '```"><i>\nx\n```',
    '<https://a.example/?<i>>',
  ];
  for (const source of sources) {
    const { html } = render(source);
    assert.doesNotMatch(html, /<(?:script|img|b|i|u|div>)\b/, html);
  }
  assert.match(render(sources[0] ?? '').html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
});

test('a link to what is not served, or to a script, is only its text', () => {
  assert.equal(render('[a *b*](gone.md), [c](javascript:x)').html, '<p>a <em>b</em>, c</p>\n');
  assert.equal(render('[a](/b?c&d)').html, '<p><a href="/b?c&amp;d">a</a></p>\n');
});

test('blocks marked as tabs that follow each other are one set, of which the first is chosen; others stand alone', () => {
  const { html } = render(
    '```sh tab\ncurl <x>\n```\n\n```csharp tab\nvar y;\n```\n\ntext\n\n```sh tab\nopenssl\n```\n\n```sh\nls\n```\n',
  );
  assert.equal(html.match(/<fieldset class="tabs"><legend>/g)?.length, 2);
  assert.deepEqual(
    [...html.matchAll(/<label for="([^"]+)">([^<]+)</g)].map(([, , name]) => name),
    ['curl', 'C#', 'Shell'],
  );
  for (const [, id] of html.matchAll(/<label for="([^"]+)"/g)) assert.equal(html.split(` id="${id}"`).length, 2, id);
  const [, first = '', second = ''] = html.split('<fieldset');
  const plain = first.replace(/<\/?span[^>]*>/g, '');
  assert.match(plain, /<code>curl &lt;x&gt;<\/code>.*<code>var y;<\/code>[^<]*<\/pre>\s*<\/fieldset>\s*<p>text/s);
  assert.equal(first.match(/ checked/g)?.length, 1);
  assert.match(
    second,
    /openssl<\/code><\/pre>\s*<\/fieldset>\s*<pre tabindex="0"><code><span class="hljs-built_in">ls/,
  );
});

test('a picture is shown where it is served from here, and is its text elsewhere', () => {
  assert.equal(render('![a <b>](/x.svg)').html, '<p><img class="picture" src="/x.svg" alt="a &lt;b&gt;"></p>\n');
  for (const href of ['https://a.example/x.svg', 'gone.md', '//a.example/x.svg']) {
    assert.equal(render(`![a](${href})`).html, '<p>a</p>\n', href);
  }
});

test('each section has its words, from lists and tables, too, and its samples last', () => {
  const { sections } = render(
    '# Top\n```\ncode\n```\n\nlead `x`\n## Below\n- one\n  - two\n\n| a | b |\n|---|---|\n| **c** | d |\n',
  );
  assert.deepEqual(sections, [
    { id: 'top', heading: 'Top', text: 'lead x code' },
    { id: 'below', heading: 'Below', text: 'one two a b c d' },
  ]);
});

test('headings have the ids of GitHub, each once, and are the table of contents', () => {
  const { title, html, headings } = render('# Top\n## Caps & `x_y`\n### Deep\n#### Deeper\n## Deep\n');
  assert.equal(title, 'Top');
  assert.deepEqual(
    headings.map(({ id, text, depth }) => [id, text, depth]),
    [
      ['caps--x_y', 'Caps & x_y', 2],
      ['deep', 'Deep', 3],
      ['deep-1', 'Deep', 2],
    ],
  );
  for (const id of ['top', 'caps--x_y', 'deep', 'deeper', 'deep-1'])
    assert.equal(html.split(` id="${id}"`).length, 2, id);
});

test('a block of code keeps every character and can be reached by keyboard; an answer looks other than a request', () => {
  const { html } = render('```sh no-run\ncurl "$API" -d \'{"a": "<&>"}\'\n```\n\n```json output\n{}\n```');
  assert.match(
    html.replace(/<\/?span[^>]*>/g, ''),
    /<pre tabindex="0"><code>curl &quot;\$API&quot; -d &#39;{&quot;a&quot;: &quot;&lt;&amp;&gt;&quot;}&#39;<\/code><\/pre>/,
  );
  assert.match(html, /<pre tabindex="0" class="output"><code><span class="hljs-punctuation">{<\/span>/);
});

test('code has the colours of its language, and of an unknown one none; nothing in it becomes markup', () => {
  const { html } = render('```python\nx = "<b>" # <i>\n```\n\n```caddyfile\nrespond "<b>"\n```\n');
  assert.match(html, /<span class="hljs-string">&quot;&lt;b&gt;&quot;<\/span> <span class="hljs-comment"># &lt;i&gt;</);
  assert.match(html, /<code>respond &quot;&lt;b&gt;&quot;<\/code>/);
});
