/** Why an act is done, in words. */
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface ReasonFieldProps {
  label: string;
  hint: string;
  value: string;
  change: (reason: string) => void;
  error?: ReactNode;
}

export function ReasonField({ label, hint, value, change, error }: ReasonFieldProps) {
  return (
    <Textarea
      label={label}
      description={hint}
      minRows={2}
      maxLength={500}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
