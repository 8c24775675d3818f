/** The one field for a day of a form: the browser's own, with the day in the console's language where that is another. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { useFormat, useLanguage } from '../../i18n/text.ts';

const ORDER = ['label', 'input', 'description', 'error'] as const;

type Properties = Omit<TextInputProps, 'type' | 'inputWrapperOrder' | 'onChange'> & {
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
};

export function DayField({ description, onChange, ...props }: Properties) {
  const format = useFormat();
  const { code } = useLanguage();
  const [typed, setTyped] = useState('');
  const day = String(props.value ?? (typed || props.defaultValue || ''));
  // A browser writes the field in its own language: 11/27/2026 under German words.
  const isForeign = navigator.language.split('-')[0] !== code;
  const said = isForeign && day !== '' ? format.day(day) : '';
  return (
    <TextInput
      {...props}
      type="date"
      inputWrapperOrder={[...ORDER]}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      }}
      description={
        (said || description) && (
          <>
            {said && <span className="understood">{said}</span>}
            {description}
          </>
        )
      }
    />
  );
}
