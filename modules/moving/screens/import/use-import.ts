/** An import on its way: the file, how it is read, what the service found in it, and what became of it. */

import type { ImportKind } from '@timebank/contract/words';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { BAD_ROWS_PAGE_MAX } from '../../../../console/desk/contract/routes.ts';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import type { ImportPreview, ImportReport } from '../../contract/imports.ts';
import { BAD_ROWS_SHOWN, badRowsCsv } from './bad-rows.tsx';
import { FRESH, pinned, type ReadingChoice, requestOf, type TypedRows } from './import-file.ts';

const FILE_BYTES_MAX = 20_000_000;
const FILE_NAME_MAX = 255;

interface ImportState {
  readonly file: File | null;
  /** Why the file cannot be checked. */
  readonly fault: string | undefined;
  readonly reading: ReadingChoice;
  /** Cells that were typed and not checked yet. */
  readonly draft: TypedRows;
  readonly preview: ImportPreview | undefined;
  /** The line after which each page of bad rows begins, up to the page that is shown. */
  readonly pages: readonly number[];
  /** The key by which the progress of the import is asked for. */
  readonly progressKey: string;
  readonly report: ImportReport | undefined;
}

const UNREAD = { reading: FRESH, draft: {}, preview: undefined, report: undefined } as const;
const START: ImportState = { ...UNREAD, file: null, fault: undefined, pages: [0], progressKey: '' };

type SetState = Dispatch<SetStateAction<ImportState>>;

export type OngoingImport = ReturnType<typeof useImport>;

export function useImport(kind: ImportKind) {
  const text = useText().imports;
  const [state, setState] = useState(START);
  const set = (part: Partial<ImportState>) => setState((before) => ({ ...before, ...part }));
  const look = useLook(kind, setState);
  const save = useSaveBad(kind, state);
  const run = useRun(kind, state, set);
  const { file, reading, draft } = state;
  const isUnchecked = Object.keys(draft).length > 0;
  const mended = Object.keys(reading.mended).length;
  return {
    state,
    look,
    save,
    run,
    mended,
    isUnchecked,
    /** Whether the person has decided something that leaving the page would lose. */
    isDecided:
      isUnchecked ||
      mended > 0 ||
      [reading.mapping, reading.categories, reading.words].some((one) => Object.keys(one).length > 0),
    choose: (chosen: File | null) => set({ ...UNREAD, file: chosen, fault: undefined }),
    again: () => set({ ...UNREAD, file: null }),
    edit: (line: number, cells: readonly string[]) => set({ draft: { ...draft, [line]: cells } }),
    dropDraft: () => set({ draft: {} }),
    /** Checks the file as the service understands it. */
    start: () => {
      const fault = file ? (file.size > FILE_BYTES_MAX ? text.tooLarge : undefined) : text.noFile;
      set({ ...UNREAD, fault });
      if (file && !fault) void look.run(file, FRESH, [0]);
    },
    /** Checks the file again, as the person wants it understood. */
    reread: (how: ReadingChoice, pages: readonly number[] = [0]) => {
      set({ reading: how });
      if (file) void look.run(file, how, pages);
    },
    saveBad: () => file && void save.run(file),
    go: () => file && void run.run(file),
  };
}

/** Asks the service what it finds in the file, with one page of the rows that it would not import. */
function useAsk(kind: ImportKind) {
  const language = useLanguage();
  const { slug } = useCommunity();
  return async (file: File, how: ReadingChoice, page: { bad_after: number; bad_count: number }) => {
    const { query, file: body } = requestOf(kind, file, how, language.code);
    return (await call('previewImport', { params: { slug }, query: { ...query, ...page }, file: body })).data;
  };
}

function useLook(kind: ImportKind, setState: SetState) {
  const ask = useAsk(kind);
  return useAction(async (file: File, how: ReadingChoice, wantedPages: readonly number[]) => {
    let pages = wantedPages;
    let preview = await ask(file, how, { bad_after: pages.at(-1) ?? 0, bad_count: BAD_ROWS_SHOWN });
    if (preview.bad_rows.length === 0 && preview.bad_rows_kept > 0) {
      pages = [0];
      preview = await ask(file, how, { bad_after: 0, bad_count: BAD_ROWS_SHOWN });
    }
    setState((before) => ({ ...before, pages, preview, draft: without(before.draft, how.mended) }));
  });
}

/** The draft but what was checked: cells typed meanwhile, or on another page of rows, are not checked yet. */
function without(draft: TypedRows, checked: TypedRows): TypedRows {
  return Object.fromEntries(Object.entries(draft).filter(([line, cells]) => checked[Number(line)] !== cells));
}

/** Saves the rows with faults as a file. */
function useSaveBad(kind: ImportKind, { reading, preview }: ImportState) {
  const text = useText().imports;
  const { format } = useLanguage();
  const ask = useAsk(kind);
  return useAction(async (file: File) => {
    const how = pinned(reading, preview?.understood ?? null);
    const data = await ask(file, how, { bad_after: 0, bad_count: BAD_ROWS_PAGE_MAX });
    const name = `${file.name.replace(/\.\w+$/, '')}-${text.badFile}.csv`;
    saveText(name, badRowsCsv({ text, format, kind }, data.bad_rows, data.understood));
  });
}

function useRun(kind: ImportKind, { reading, preview }: ImportState, set: (part: Partial<ImportState>) => void) {
  const language = useLanguage();
  const { slug } = useCommunity();
  return useAction(async (file: File) => {
    const progressKey = crypto.randomUUID();
    set({ progressKey });
    const how = pinned(reading, preview?.understood ?? null);
    const { query, file: body } = requestOf(kind, file, how, language.code);
    const { data } = await call('runImport', {
      params: { slug },
      query: { ...query, file_name: file.name.slice(0, FILE_NAME_MAX), progress_key: progressKey },
      file: body,
    });
    set({ report: data });
    await refresh('listMembers', 'listCommunityListings', 'listExchanges', 'getOverview', 'getCommunitySeries');
    await refresh('listImports', 'listCategories');
  });
}
