/** Every sample of the documentation runs, every link leads somewhere, every setting is the one the code reads. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { SETTINGS } from '../core/base/settings.ts';
import { missing } from '../test-support/has-tool.ts';
import { INFO_STRINGS, ROOT, readAnchors, readBlocks, readLinks } from './test-support/blocks.ts';
import { type Demo, startDemo } from './test-support/demo.ts';
import { checkOutputs, isOutput, isTab, RUN, titleOf, withAdministrator } from './test-support/outputs.ts';
import { type ClientProject, createClientProject, sampleDelivery } from './test-support/project.ts';
import { runReceiver, runSample, runShell, type Sample } from './test-support/samples.ts';

const pages = await listPages();
const blocks = (await Promise.all(pages.map(readBlocks))).flat();
/** Shown to partners, in a language that these tests have no runtime for. */
const NOT_RUN = ['csharp'];
/** The program that runs the samples of a language other than Node's. */
const NEEDS = { python: 'python3', java: 'java' } as const;
const runtimeMissing = (language: string) => language in NEEDS && missing(NEEDS[language as keyof typeof NEEDS]);

async function listPages(): Promise<string[]> {
  const found = ['', 'client', 'collections', 'docs', 'docs/partner', 'docs/decisions', 'examples/bank'].map(
    async (folder) => {
      const names = await readdir(join(ROOT, folder));
      return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
    },
  );
  return (await Promise.all(found)).flat();
}

let demo: Demo;
let project: ClientProject;
before(async () => {
  [demo, project] = await Promise.all([startDemo(), createClientProject()]);
});
after(async () => {
  await Promise.all([demo?.stop(), project?.remove()]);
});

describe('samples', () => {
  for (const file of new Set(blocks.filter(({ language }) => language === 'sh').map((block) => block.file))) {
    const shown = blocks.filter((block) => block.file === file && block.language === 'sh');
    const running = shown.filter(({ words }) => !words.includes('no-run'));
    it(`the shell blocks of ${file} run, in order`, { skip: missing('curl', 'openssl') }, async () => {
      const samples = await runShell(running.map(withAdministrator), shown, demo, project.folder);
      running.forEach((block, index) => {
        checkOutputs(blocks, block, samples[index] as Sample);
      });
    });
  }

  for (const block of blocks.filter(({ language }) => RUN.includes(language))) {
    it(`${titleOf(block)} runs`, { skip: runtimeMissing(block.language) }, async () => {
      for (const runtime of project.runtimesOf(block.language)) {
        if (block.words.includes('receiver')) await runReceiver(block, runtime, project);
        else checkOutputs(blocks, block, await runSample(block, runtime, demo, project));
      }
    });
  }
});

describe('the client package', () => {
  it('holds built code, types, licence and README, and nothing else', async () => {
    const files = project.packed.map((name) => name.replace(/^package\//, '')).sort();
    assert.deepEqual(
      files.filter((name) => !name.startsWith('dist/')),
      ['LICENSE', 'README.md', 'bin/timebank-client.js', 'package.json'],
    );
    for (const name of ['dist/index.js', 'dist/index.d.ts', 'dist/api.gen.d.ts']) assert.ok(files.includes(name), name);
    for (const name of files) assert.doesNotMatch(name, /test|generate|\.map$/);
  });

  it('has a command that every supported Node starts', async () => {
    const command = join(project.installed, 'bin/timebank-client.js');
    for (const runtime of project.runtimesOf('js')) {
      const { stdout } = await promisify(execFile)(runtime, [command, 'help']);
      assert.match(stdout, /^timebank-client listen --forward-to/);
    }
  });

  it('depends on nothing, and its types stand alone under every strict option', async () => {
    const manifest = JSON.parse(await readFile(join(project.installed, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    await project.checkTypes();
  });
});

describe('webhook samples', () => {
  it('are given a delivery that is signed as Standard Webhooks says', () => {
    const { body, id, timestamp, secret, signature } = sampleDelivery();
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    assert.equal(signature, `v1,${expected}`);
  });
});

describe('pages', () => {
  it('mark every block with an info string the tests know', () => {
    for (const block of blocks) {
      const words = INFO_STRINGS[block.language];
      assert.ok(words?.includes(block.words.join(' ')), titleOf(block));
      if (block.language === 'json') JSON.parse(block.text);
    }
  });

  it('show the same in five languages wherever there are tabs; all run but those that are named here', () => {
    const tabs = blocks.filter(isTab).map(({ language }) => language);
    const five = ['sh', 'ts', 'python', 'java', 'csharp'];
    assert.deepEqual(tabs, [...five, ...five, ...five]);
    assert.deepEqual(
      five.filter((language) => language !== 'sh' && !RUN.includes(language)),
      NOT_RUN,
    );
  });

  it('show outputs only below what prints them', () => {
    for (const block of blocks.filter(isOutput)) {
      const before = blocks.slice(0, blocks.indexOf(block)).findLast((other) => !isOutput(other));
      assert.ok(before?.file === block.file && !before.words.includes('no-run'), titleOf(block));
    }
  });

  it('link only to what is there', async () => {
    for (const file of pages) {
      for (const { line, target } of await readLinks(file)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const wanted = path === '' ? file : normalize(join(dirname(file), path));
        await assert.doesNotReject(stat(join(ROOT, wanted)), `${file}:${line} links to ${target}`);
        if (anchor) assert.ok((await readAnchors(wanted)).has(anchor), `${file}:${line}: no heading ${target}`);
      }
    }
  });

  it('list every setting with the default and meaning that the code gives it', async () => {
    const text = await readFile(join(ROOT, 'docs/operator-guide.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$/gm)].map(([, ...cells]) => cells);
    assert.deepEqual(
      rows,
      SETTINGS.map(({ name, defaultText, description }) => [name, defaultText, description.replaceAll('|', '\\|')]),
    );
  });

  it('name only settings that exist', async () => {
    // The copies of backups are made by restic, which has settings of its own.
    const known = new Set([...SETTINGS.map(({ name }) => name), 'RESTIC_REPOSITORY', 'RESTIC_PASSWORD_FILE']);
    for (const file of pages.filter((page) => page.startsWith('docs/') || page === 'README.md')) {
      const text = await readFile(join(ROOT, file), 'utf8');
      for (const [, name = ''] of text.matchAll(/^(?:Environment=|export )([A-Z_]+)=/gm)) {
        assert.ok(known.has(name), `${file} sets ${name}`);
      }
    }
  });
});
