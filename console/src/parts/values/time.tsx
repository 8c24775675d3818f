import { useFormat } from '../../i18n/text.ts';

/** A point in time: how long ago, exactly on demand. */
export function Time({ at, exact }: { at: string; exact?: boolean }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exact(at)}>
      {exact ? format.exact(at) : format.relative(at)}
    </time>
  );
}
