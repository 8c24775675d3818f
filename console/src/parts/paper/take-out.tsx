/** Print and CSV of a list: all rows that fit, not only those on the screen. */
import { Button } from '@mantine/core';
import { Download, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../api/hooks.ts';
import { useLanguage } from '../../i18n/text.ts';
import { saveText } from '../page/download.ts';
import { ActionFailed } from '../page/states.tsx';
import { fileName, type PlainColumn, plainFile } from './plain.ts';

/** Of rows of any kind, which `lazy` forgets. */
const ListPaper = lazy(() => import('./list-paper.tsx')) as unknown as typeof import('./list-paper.tsx').default;

/** All rows of a list, and whether there are no more. */
export interface AllRows<Row> {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

export interface TakeOutProps<Row> {
  /** The name of the list: the head of the paper, and of the file. */
  readonly title: string;
  /** Those that the person sees, in their order. */
  readonly columns: readonly PlainColumn<Row>[];
  /** @throws ApiError */
  readonly readAll: () => Promise<AllRows<Row>>;
  /** The filters that are set, in words. */
  readonly filtersNow?: () => readonly string[];
  /** How many rows there are, in words. */
  readonly rowsShown?: (count: string, one: boolean) => string;
  readonly sum?: string | undefined;
  readonly sign?: boolean | undefined;
}

export function TakeOut<Row>({ title, columns, readAll, filtersNow, rowsShown, sum, sign }: TakeOutProps<Row>) {
  const { text, format } = useLanguage();
  const [paper, setPaper] = useState<AllRows<Row> & { readonly filters: readonly string[] }>();
  const print = useAction(async () => {
    const filters = filtersNow?.() ?? [];
    setPaper({ ...(await readAll()), filters });
  });
  const save = useAction(async () => {
    const { rows } = await readAll();
    const day = new Date().toISOString().slice(0, 10);
    saveText(`${fileName(title, day)}.csv`, plainFile(columns, rows, format));
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Printer size={16} />}
        loading={print.busy}
        onClick={() => void print.run()}
      >
        {text.list.print}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Download size={16} />}
        loading={save.busy}
        onClick={() => void save.run()}
      >
        CSV
      </Button>
      <ActionFailed error={print.error ?? save.error} />
      {paper && (
        <Suspense>
          <ListPaper
            title={title}
            columns={columns}
            rows={paper.rows}
            isWhole={paper.isWhole}
            filters={paper.filters}
            rowsShown={rowsShown ?? text.paper.rows}
            sum={sum}
            sign={sign}
            onClose={() => setPaper(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The filters that are set in a form, as a person reads them: `Status: Active`. */
export function filtersIn(form: HTMLElement | null): string[] {
  return [...(form?.querySelectorAll('input') ?? [])]
    .filter(({ type, value }) => value.trim() !== '' && type !== 'hidden' && type !== 'checkbox' && type !== 'radio')
    .map((input) => `${input.labels?.[0]?.textContent ?? input.ariaLabel ?? ''}: ${input.value}`);
}
