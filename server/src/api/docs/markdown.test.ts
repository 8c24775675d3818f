import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';

const render = (source: string) =>
  renderMarkdown(source, (href) => (href.startsWith('javascript:') || href === 'gone.md' ? undefined : href));

test('HTML in Markdown is shown as text, wherever it stands', () => {
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
    html,
    /<pre tabindex="0"><code>curl &quot;\$API&quot; -d &#39;{&quot;a&quot;: &quot;&lt;&amp;&gt;&quot;}&#39;<\/code><\/pre>/,
  );
  assert.match(html, /<pre tabindex="0" class="output"><code>{}<\/code><\/pre>/);
});
