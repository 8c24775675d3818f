/** Why an act is done, in words. */
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

export function ReasonField({
  label,
  hint,
  value,
  change,
  error,
}: {
  label: string;
  hint: string;
  value: string;
  change: (reason: string) => void;
  error?: ReactNode;
}) {
  return (
    <Textarea
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxLength={500}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
