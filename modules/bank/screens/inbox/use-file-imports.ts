/** Imports of files, one at a time, each with what came of it. */

import { useRef, useState } from 'react';
import { ApiError, call, refresh, useCommunity } from '../../../../console/src/api/hooks.ts';
import type { InboxImport } from '../../contract/inbox.ts';

const FILE_NAME_MAX = 255;
const BYTES_MAX = 32 * 1024 * 1024;
const COMPARISONS = ['listReconciliations', 'getReconciliation', 'listReconciliationLines'] as const;

export interface FileItem {
  readonly key: number;
  readonly file: File;
  readonly partner: string;
  readonly state: 'waiting' | 'reading' | 'done' | 'failed';
  readonly brought?: InboxImport;
  readonly error?: ApiError;
}

/** `partner`: the id of the one whose statement it is; '': as its accounts say. */
interface Waiting {
  readonly key: number;
  readonly file: File;
  readonly partner: string;
  readonly answers?: Answers;
}

export type Answers = Readonly<Record<string, string>>;

export function useFileImports() {
  const { slug } = useCommunity();
  const [items, setItems] = useState<readonly FileItem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const queue = useRef<Waiting[]>([]);
  const last = useRef(0);
  const isRunning = useRef(false);
  const put = (key: number, { error, brought, state }: Pick<FileItem, 'state' | 'brought' | 'error'>) =>
    setItems((before) =>
      before.map((one) =>
        one.key === key
          ? { key, file: one.file, partner: one.partner, state, ...(brought && { brought }), ...(error && { error }) }
          : one,
      ),
    );
  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key } = next;
      put(key, { state: 'reading' });
      try {
        put(key, { state: 'done', brought: await importFile(slug, next) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        put(key, { state: 'failed', error });
      }
    }
    isRunning.current = false;
    setBusy(false);
    await refresh('listInboxLines', 'listInboxFiles', 'getInboxSettings', 'getOverview', ...COMPARISONS);
  };
  const add = (files: readonly File[], partner: string) => {
    if (files.length === 0) return;
    const fresh = files.map((file) => {
      last.current += 1;
      return { key: last.current, file, partner };
    });
    queue.current.push(...fresh);
    const shown = fresh.map((one): FileItem => ({ ...one, state: 'waiting' }));
    // What came of earlier files stays only while further ones are on their way.
    const joins = isRunning.current;
    setItems((before) => (joins ? [...before, ...shown] : shown));
    void run();
  };
  const answer = (key: number, answers: Answers) => {
    const item = items.find((one) => one.key === key);
    if (!item) return;
    queue.current.push({ key, file: item.file, partner: item.partner, answers });
    void run();
  };
  return { items, isBusy, add, answer };
}

async function importFile(slug: string, { file, partner, answers }: Waiting): Promise<InboxImport> {
  if (file.size > BYTES_MAX) throw new ApiError('payload_too_large', '');
  const name = [...file.name.toWellFormed()].slice(0, FILE_NAME_MAX).join('');
  const query = {
    file_name: name || '-',
    ...(answers ? { answers: JSON.stringify(answers) } : {}),
    ...(partner ? { partner_id: partner } : {}),
  };
  return (await call('importBankFile', { params: { slug }, query, file })).data;
}
