import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { languageOf, oneLanguage } from './one-language.ts';

const service = process.env.TIMEBANK_ORIGIN ?? 'http://localhost:8080';

/** Styles in the head hold back everything; below the frame that the page brings along, only what follows. */
const stylesBelowTheFrame: Plugin = {
  name: 'styles-below-the-frame',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
      return links
        .reduce((page, link) => page.replace(link, ''), html)
        .replace('</body>', `${links.join('')}\n  </body>`);
    },
  },
};

export default defineConfig({
  plugins: [stylesBelowTheFrame, oneLanguage],
  // Where the console and the modules' screens are put together.
  root: join(import.meta.dirname, '../service/console'),
  publicDir: join(import.meta.dirname, 'public'),
  base: '/console/',
  // The service puts a fresh nonce in its place with every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Inlined files would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The size that matters is that of what loads first; a test sums it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The first load is one file: 55 files cost browser and service a third more.
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${['[name]', languageOf(facadeModuleId ?? ''), '[hash].js'].filter(Boolean).join('-')}`,
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'signed-in', test: /[\\/]signed-in\.tsx$/ },
            {
              name: 'parts',
              test: /[\\/](?:console[\\/]src(?![\\/]parts[\\/](?:forms|lists)[\\/])|modules[\\/][\w-]+[\\/](?:texts|screens(?![\\/]parts[\\/]))|@mantine[\\/]core(?![\\/]esm[\\/]components[\\/](?:FileInput|Radio|Checkbox|Textarea|Tabs))|lucide-react)[\\/]/,
              minShareCount: 4,
            },
            // Apart from them: the first screen has neither forms nor lists.
            {
              name: 'forms',
              test: /[\\/](?:console[\\/]src[\\/]parts[\\/](?:forms|lists)|screens[\\/]parts)[\\/]/,
              minShareCount: 4,
            },
          ],
        },
      },
      // Libraries mark their modules for server rendering, which there is none of.
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
    },
  },
  server: { proxy: { '/api': service, '/docs': service } },
});
