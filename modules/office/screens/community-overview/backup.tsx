/** The last backup, for those who run the community or the server, and an alarm where none was made for two days. */
import { useSession } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DAY_MS } from '../../../../console/src/i18n/time.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import type { Overview } from '../../contract/overview.ts';

/** One may fail; the next is a day later. */
const LATE_MS = 2 * DAY_MS;

export function Backup({ backup: { is_scheduled, last_at } }: { backup: NonNullable<Overview['backup']> }) {
  const words = useText().backup;
  const format = useFormat();
  const { administrator } = useSession();
  // They may be made by other means.
  if (!is_scheduled) return administrator.is_operator ? null : <p className="quiet">{words.elsewhere}</p>;
  if (last_at && Date.now() - Date.parse(last_at) < LATE_MS) {
    return (
      <p className="quiet">
        {words.last}{' '}
        <time dateTime={last_at} title={format.exact(last_at)}>
          {format.lately(last_at)}
        </time>
      </p>
    );
  }
  return (
    <Notice tone="bad" title={last_at ? words.late(format.relative(last_at)) : words.none}>
      {administrator.is_operator ? words.todo : words.tell}
    </Notice>
  );
}
