/** A line at the top while something takes longer than one notices. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { pendingCalls } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';

const PATIENCE_MS = 400;
const LONG_MS = 5_000;

export function ProgressLine() {
  const text = useText();
  const pending = useSyncExternalStore(pendingCalls.subscribe, pendingCalls.read) > 0;
  const [wait, setWait] = useState<'none' | 'slow' | 'long'>('none');
  useEffect(() => {
    if (!pending) {
      setWait('none');
      return;
    }
    const slow = setTimeout(() => setWait('slow'), PATIENCE_MS);
    const long = setTimeout(() => setWait('long'), LONG_MS);
    return () => {
      clearTimeout(slow);
      clearTimeout(long);
    };
  }, [pending]);
  return (
    <div role="status" className="progress" data-wait={wait}>
      {wait !== 'none' && (
        <>
          <span className="progress-line" aria-hidden="true" />
          <span className={wait === 'long' ? 'progress-text' : 'hidden'}>
            {wait === 'long' ? text.app.working : text.app.loading}
          </span>
        </>
      )}
    </div>
  );
}
