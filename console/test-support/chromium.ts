/**
 * The Chromium of the npm package with its fonts, unpacked once: what is measured in pixels must not depend on what a machine
 * has. Nothing is installed, and none of the package's own arguments are used: they switch web security off.
 */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** Where the browser of a run of many files listens. */
const BROWSER = 'TIMEBANK_TEST_BROWSER';

/** A browser of its own, or a connection to that of the run. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const running = process.env[BROWSER];
  return running ? await chromium.connect(running) : await chromium.launch(await launchOptions());
}

/** Starts one browser for every file of the run. */
export async function startSharedBrowser(): Promise<BrowserServer> {
  const server = await chromium.launchServer(await launchOptions());
  process.env[BROWSER] = server.wsEndpoint();
  return server;
}

async function launchOptions(): Promise<LaunchOptions> {
  const { path, env } = await unpackChromium();
  return {
    executablePath: path,
    // Chromium's sandbox cannot start as root; tests load nothing but the service's own pages.
    args: ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none', '--no-sandbox'],
    env: { ...process.env, ...env } as Record<string, string>,
  };
}

async function unpackChromium(): Promise<{ path: string; env: Record<string, string> }> {
  const main = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const packed = resolve(dirname(main), '../bin');
  const cache = resolve(packed, '../../../.cache');
  const folder = join(cache, 'timebank-browser');
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const temporary = await mkdtemp(join(cache, 'chromium-'));
    await decompress(join(packed, 'chromium.br'), join(temporary, 'chromium'));
    await chmod(join(temporary, 'chromium'), 0o755);
    await untar(join(packed, 'al2023.tar.br'), temporary);
    await untar(join(packed, 'fonts.tar.br'), temporary);
    await writeFile(join(temporary, 'fonts.conf'), fonts(folder));
    try {
      await rename(temporary, folder);
    } catch (error) {
      // Another test file was faster.
      await rm(temporary, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return {
    path: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

const fonts = (folder: string) => `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`;

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

async function untar(from: string, folder: string): Promise<void> {
  const archive = join(folder, 'archive.tar');
  await decompress(from, archive);
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
}
