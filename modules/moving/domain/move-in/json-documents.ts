/** The answers of a service in JSON:API, in pages: resources by their type. */

import { FileFault } from '../../../tables/record-types.ts';
import { decodeText } from '../import/decode.ts';
import { type MoveFile, MoveFileFault, type RowPlace } from './types.ts';

/** A resource, and the file it came from; the line is that of its place in the file, from 1. */
export interface Resource extends RowPlace {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Ids of the resources it names, by the relationship. */
  readonly related: Readonly<Record<string, readonly string[]>>;
}

export interface Documents {
  /** Of one type, in the order of the files. */
  of(type: string): readonly Resource[];
}

interface Page {
  readonly name: string;
  readonly type: string;
  readonly found: number;
  readonly count: number | undefined;
}

/**
 * Reads all documents together.
 * @throws MoveFileFault for a file that is no JSON:API document, and where a page is missing
 */
export function readDocuments(files: readonly MoveFile[]): Documents {
  const byType = new Map<string, Map<string, Resource>>();
  const pages: Page[] = [];
  for (const file of files) {
    const document = parsed(file);
    const data = Array.isArray(document.data) ? document.data : document.data === undefined ? [] : [document.data];
    const included = Array.isArray(document.included) ? document.included : [];
    for (const [at, raw] of [...data, ...included].entries()) {
      const resource = resourceOf(raw, file.name, at + 1);
      if (!resource) throw new MoveFileFault('no_resource', { file: file.name, place: at + 1 });
      const ofType = byType.get(resource.type) ?? new Map<string, Resource>();
      ofType.set(resource.id, resource);
      byType.set(resource.type, ofType);
    }
    const count = objectOf(document.meta).count;
    const type = plainText(objectOf(data[0]).type);
    if (type !== '')
      pages.push({ name: file.name, type, found: data.length, count: typeof count === 'number' ? count : undefined });
  }
  for (const { name, type, count } of pages) {
    const found = pages.filter((page) => page.type === type).reduce((sum, page) => sum + page.found, 0);
    if (count !== undefined && found < count) {
      throw new MoveFileFault('pages_missing', { file: name, count, type, found });
    }
  }
  return { of: (type) => [...(byType.get(type)?.values() ?? [])] };
}

function parsed({ name, bytes }: MoveFile): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(decodeText(bytes).text);
    if (typeof document === 'object' && document !== null && 'data' in document) return objectOf(document);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof FileFault)) throw error;
  }
  throw new MoveFileFault('no_document', { file: name });
}

function resourceOf(raw: unknown, file: string, line: number): (Resource & { readonly type: string }) | undefined {
  const { type, id, attributes, relationships } = objectOf(raw);
  if (typeof type !== 'string' || typeof id !== 'string') return undefined;
  const related = Object.entries(objectOf(relationships)).map(([name, value]) => {
    const { data } = objectOf(value);
    const all = Array.isArray(data) ? data : [data];
    return [name, all.map((one) => plainText(objectOf(one).id)).filter(Boolean)] as const;
  });
  return { file, line, type, id, attributes: objectOf(attributes), related: Object.fromEntries(related) };
}

/** The object, or an empty one for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The text, or '' for anything else. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? value : '');
