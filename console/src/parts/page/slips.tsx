/** Payment slips as PDFs: asked for, saved, and why there are none. */
import { type Action, call, useAction } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { savePdf } from './download.ts';
import { fieldText } from './failure.ts';
import { ActionFailed, succeeded } from './states.tsx';

/** Each query is a file of its own, and goes on with the next while one has more. */
export function useSlips(slug: string) {
  const { payingIn } = useText();
  return useAction(async (queries: readonly { readonly members?: string }[]) => {
    let slips = 0;
    for (const query of queries) {
      let after: string | null = null;
      do {
        const next: { after?: string } = after === null ? {} : { after };
        const { data } = await call('printPaymentSlips', { params: { slug }, query: { ...query, ...next } });
        savePdf(data.name, data.pdf);
        slips += data.slips;
        after = data.next;
      } while (after !== null);
    }
    succeeded(payingIn.saved(slips));
  });
}

export function SlipsFailed({ error }: Pick<Action<never>, 'error'>) {
  const text = useText();
  const [fault] = error?.fields ?? [];
  const known: Readonly<Record<string, string>> = text.payingIn.faults;
  if (!fault) return <ActionFailed error={error} />;
  return (
    <p role="alert" className="quiet">
      {known[fault.code] ?? fieldText(fault, text)}
    </p>
  );
}
