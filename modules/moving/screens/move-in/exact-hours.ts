/** Hours to the second: in decimals where two are enough, else with minutes and seconds. */
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';

/** @returns a function from seconds to a text such as `7.5 h` or `−7:31:05 h` */
export function useExactHours(): (seconds: number) => string {
  const text = useText();
  const format = useFormat();
  return (seconds) => {
    const size = Math.abs(seconds);
    const two = (value: number) => String(value).padStart(2, '0');
    const shown =
      size % 36 === 0
        ? format.hours(size / 3600)
        : `${format.number(Math.floor(size / 3600))}:${two(Math.floor(size / 60) % 60)}:${two(size % 60)}`;
    return text.members.hours(`${seconds < 0 ? '−' : ''}${shown}`);
  };
}
