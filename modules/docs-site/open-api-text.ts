/** The OpenAPI documents as texts, which name the origin they were fetched from. */
import { asOpenApi30, openApiDocument } from '@timebank/contract';
import { type CompressibleBody, compressible } from '../../core/http/compressed.ts';

export interface OpenApiTexts {
  /** OpenAPI 3.1. */
  readonly newer: CompressibleBody;
  /** OpenAPI 3.0. */
  readonly older: CompressibleBody;
}

/** @returns a function that keeps the texts of the last origin */
export function createOpenApiTexts(): (origin: string) => OpenApiTexts {
  return keepLast((origin) => {
    const document = openApiDocument(origin);
    return {
      newer: compressible(JSON.stringify(document)),
      older: compressible(JSON.stringify(asOpenApi30(document))),
    };
  });
}

/** What was made for the last key. Nearly all requests come with one origin. */
export function keepLast<T>(make: (key: string) => T): (key: string) => T {
  let latest: { readonly key: string; readonly made: T } | undefined;
  return (key) => {
    if (latest?.key !== key) latest = { key, made: make(key) };
    return latest.made;
  };
}
