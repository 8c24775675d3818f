/**
 * A Chromium for tests: the system's, else the one of the npm package, unpacked once. Nothing is installed, and none of
 * the package's own arguments are used: they switch web security off.
 */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the browser. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const system = SYSTEM.find((path) => existsSync(path));
  const { path, env } = system ? { path: system, env: {} } : await unpackChromium();
  // Chromium's sandbox cannot start as root; tests load nothing but the service's own pages.
  const args = ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];
  return await chromium.launch({
    executablePath: path,
    args: process.getuid?.() === 0 || !system ? [...args, '--no-sandbox'] : args,
    env: { ...process.env, ...env },
  });
}

async function unpackChromium(): Promise<{ path: string; env: Record<string, string> }> {
  const main = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const packed = resolve(dirname(main), '../bin');
  const cache = resolve(packed, '../../../.cache');
  const folder = join(cache, 'timebank-chromium');
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
<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
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
