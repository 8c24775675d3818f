/** What a reader pastes from the pages of a running service works as it is, on its own port and under PUBLIC_URL. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { PAGES } from '../modules/docs-site/site.ts';
import { isForPartners } from '../modules/docs-site/source.ts';
import { freePort } from '../test-support/free-port.ts';
import { missing } from '../test-support/has-tool.ts';
import { type Block, blocksOf } from './test-support/blocks.ts';
import { type Demo, startDemo } from './test-support/demo.ts';
import { checkOutputs, RUN, titleOf, withAdministrator } from './test-support/outputs.ts';
import { type ClientProject, createClientProject } from './test-support/project.ts';
import { runReceiver, runSample, runShell, type Sample } from './test-support/samples.ts';

const PARTNERS = PAGES.filter(isForPartners);

let project: ClientProject;
let demo: Demo;
let proxy: Server;
let publicUrl: string;
before(async () => {
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  [demo, project] = await Promise.all([startDemo({ PUBLIC_URL: publicUrl }), createClientProject()]);
  // The address that the service calls itself leads to it.
  proxy = createServer((socket) => {
    const inner = connect(Number(new URL(demo.baseUrl).port), '127.0.0.1');
    for (const one of [socket, inner]) one.on('error', () => void [socket, inner].map((end) => end.destroy()));
    socket.pipe(inner).pipe(socket);
  });
  await once(proxy.listen(port, 'localhost'), 'listening');
});
after(async () => {
  proxy?.close();
  await Promise.all([demo?.stop(), project?.remove()]);
});

const textOf = async (address: string) => (await fetch(demo.baseUrl + address)).text();

/** What the browser copies: the text of each block of code, without its markup. */
function copied(html: string): string[] {
  const found = [...html.matchAll(/<pre [^>]*><code>([\s\S]*?)<\/code><\/pre>/g)];
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return found.map(([, code = '']) =>
    code.replace(/<[^>]*>/g, '').replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? ''),
  );
}

describe('pasted from a running service', () => {
  for (const { address, file = '' } of PARTNERS) {
    it(`${address}: shell, TypeScript, Python and Java as served, with only id and secret filled in`, {
      skip: missing('curl', 'openssl', 'python3', 'java'),
    }, async () => {
      const blocks = blocksOf(await textOf(`${address}.md`), file);
      assert.deepEqual(
        copied(await textOf(address)),
        blocks.map(({ text }) => text),
        'the page has the same samples',
      );
      for (const block of blocks) assert.doesNotMatch(block.text, /127\.0\.0\.1:8080/, titleOf(block));
      await runAll(blocks);
    });
  }
});

async function runAll(blocks: readonly Block[]): Promise<void> {
  const shell = blocks.filter(({ language }) => language === 'sh');
  const running = shell.filter(({ words }) => !words.includes('no-run'));
  if (running.length > 0) {
    const samples = await runShell(running.map(withAdministrator), shell, demo, project.folder);
    running.forEach((block, at) => {
      checkOutputs(blocks, block, samples[at] as Sample);
    });
  }
  for (const block of blocks.filter(({ language }) => RUN.includes(language))) {
    const [runtime = ''] = project.runtimesOf(block.language);
    if (block.words.includes('receiver')) await runReceiver(block, runtime, project);
    else checkOutputs(blocks, block, await runSample(block, runtime, demo, project));
  }
}

it('each address in a sample is the one that the service is known by, also on its own port', async () => {
  const own = await startDemo();
  try {
    for (const { address } of PARTNERS) {
      for (const [text, origin] of [
        [await textOf(address), publicUrl],
        [await (await fetch(own.baseUrl + address)).text(), own.baseUrl],
      ] as const) {
        const others = [...text.matchAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g)].map(([found]) => found);
        const foreign = others.filter((found) => found !== origin && found !== 'http://localhost:3000');
        assert.deepEqual(foreign, [], address);
      }
    }
  } finally {
    await own.stop();
  }
});
