import { useLanguage } from '../../i18n/text.ts';

/** An amount whose sign is shown by more than colour. */
export function Hours({ value, signed }: { value: number; signed?: boolean }) {
  const { text, format } = useLanguage();
  const shown = format.hours(Math.abs(value));
  const sign = value < 0 ? '−' : signed && value > 0 ? '+' : '';
  return (
    <span className="hours" data-negative={value < 0 || undefined}>
      {text.members.hours(sign + shown)}
    </span>
  );
}
