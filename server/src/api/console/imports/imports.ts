/** /communities/{slug}/imports: a file is looked at, then written whole or not at all. */
import {
  type getImportProgress,
  IMPORT_BYTES_MAX,
  type ImportPreview,
  type ImportReport,
  type previewImport,
  type runImport,
} from '@timebank/contract/console';
import { IMPORT_COLUMNS, IMPORTS } from '../../../domain/import/import.ts';
import { readSampleInThread } from '../../../domain/import/read-in-thread.ts';
import { FileFault, type ImportProgress, type ImportResult } from '../../../domain/import/types.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { actOf, type ConsoleCall, type ConsoleHandler } from '../access/call.ts';
import type { Uploads } from '../access/uploads.ts';

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;

export interface ImportHandlers {
  readonly previewImport: ConsoleHandler<typeof previewImport>;
  readonly runImport: ConsoleHandler<typeof runImport>;
  readonly getImportProgress: ConsoleHandler<typeof getImportProgress>;
}

/** The handlers of one process, which knows what runs and how far it is. */
export function createImportHandlers(uploads: Uploads): ImportHandlers {
  const progress = new Map<string, ImportProgress>();

  return {
    previewImport: (call, deps) =>
      uploads.take(call.membership.communityId, call.file, IMPORT_BYTES_MAX, async (bytes) => {
        const { kind, options } = optionsOf(call);
        const columns = IMPORT_COLUMNS[kind];
        const sample = await readSampleInThread(bytes, kind, options).catch((error: unknown) => {
          if (error instanceof FileFault) return undefined;
          throw error;
        });
        const result = await IMPORTS[kind](deps, call.membership.communityId, bytes, { ...options, dryRun: true });
        const data: ImportPreview = {
          ...present(result),
          separator: sample?.separator ?? null,
          encoding: sample?.encoding ?? null,
          header: [...(sample?.header ?? [])],
          sample: (sample?.rows ?? []).map((row) => [...row]),
          columns: Object.entries(columns).map(([name, { required }]) => ({ name, required })),
        };
        return { data };
      }),

    runImport: (call, deps) =>
      uploads.take(call.membership.communityId, call.file, IMPORT_BYTES_MAX, async (bytes) => {
        const { kind, options } = optionsOf(call);
        const { progress_key } = call.query;
        const key = progress_key === undefined ? undefined : `${call.membership.communityId} ${progress_key}`;
        const onProgress = key === undefined ? undefined : (done: ImportProgress) => void progress.set(key, done);
        try {
          const result = await IMPORTS[kind](deps, call.membership.communityId, bytes, { ...options, onProgress });
          return { data: present(result) };
        } finally {
          if (key !== undefined) progress.delete(key);
        }
      }),

    getImportProgress: async ({ membership, query }) => {
      const { phase = null, done = 0, total = 0 } = progress.get(`${membership.communityId} ${query.key}`) ?? {};
      return { data: { phase, done, total } };
    },
  };
}

/** @throws Refusal invalid_request, validation_failed */
function optionsOf(call: ConsoleCall<typeof previewImport>) {
  const { kind, separator, encoding, columns, skip_bad } = call.query;
  if (kind === undefined) throw invalid('kind', 'required', 'kind is required.');
  return {
    kind,
    options: {
      separator: separator === undefined ? undefined : SEPARATORS[separator],
      encoding,
      columns: columns === undefined ? undefined : mappingOf(columns),
      skipBad: skip_bad === 'yes',
      recordedBy: actOf(call).actor,
      inThread: true,
    },
  };
}

function mappingOf(text: string): Record<string, string> {
  let mapping: unknown;
  try {
    mapping = JSON.parse(text);
  } catch {
    mapping = undefined;
  }
  if (typeof mapping !== 'object' || mapping === null || Object.values(mapping).some((to) => typeof to !== 'string')) {
    throw invalid('columns', 'invalid_format', 'columns must be a JSON object of texts.');
  }
  return mapping as Record<string, string>;
}

function invalid(field: string, code: string, message: string) {
  return refusal('invalid_request', message, [{ field, code, message }]);
}

function present(result: ImportResult): ImportReport {
  const { kind, outcome, rows, created, unchanged, differing, skipped, problems, problemCount, differences } = result;
  return {
    kind,
    outcome,
    rows,
    created,
    unchanged,
    differing,
    skipped,
    problems: [...problems],
    problem_count: problemCount,
    differences: [...differences],
  };
}
