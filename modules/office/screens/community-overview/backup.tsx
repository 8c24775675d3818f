/** The last backup, for operators, and an alarm where none was made for two days. */
import { useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DAY_MS, MINUTE_MS } from '../../../../console/src/i18n/time.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { Time } from '../../../../console/src/parts/values/time.tsx';

/** One may fail; the next is a day later. */
const LATE_MS = 2 * DAY_MS;

export function Backup() {
  const words = useText().backup;
  const format = useFormat();
  const backup = useRead('getInstallation', {}, { staleTime: MINUTE_MS }).data?.data.backup;
  if (!backup?.is_scheduled) return null;
  const { last_at } = backup;
  if (last_at && Date.now() - Date.parse(last_at) < LATE_MS) {
    return (
      <p className="quiet">
        {words.last} <Time at={last_at} />
      </p>
    );
  }
  return (
    <Notice tone="bad" title={last_at ? words.late(format.relative(last_at)) : words.none}>
      {words.todo}
    </Notice>
  );
}
