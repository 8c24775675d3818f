/** The console's API: every operation that modules serve, at its address. */

import { type Api, route } from '../../core/http/route.ts';
import type { Module } from './module.ts';
import type { OfficeDeps } from './office-deps.ts';
import { consoleCallOf, createSessionKind } from './steps.ts';
import { createUploads } from './uploads.ts';

/** Registers the operations of these modules. */
export function registerConsoleApi(api: Api, deps: OfficeDeps, modules: readonly Module[]): void {
  const kind = createSessionKind(api);
  api.otherBasePaths.push(kind.basePath);
  const uploads = createUploads();
  for (const { operation, handler } of modules.flatMap(({ operations }) => operations?.(uploads) ?? [])) {
    route(api, kind, operation, (context) => {
      const call = consoleCallOf(context);
      // Stops reading a file that the handler did not read to its end; the answer drains the rest.
      return handler(call, deps).finally(() => context.file?.return(undefined));
    });
  }
}
