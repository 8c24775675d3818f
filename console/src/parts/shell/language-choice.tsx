/** English or German, in their own words. */
import { SegmentedControl } from '@mantine/core';
import { useContext } from 'react';
import { ChooseLanguageContext, LANGUAGES, type LanguageCode, useLanguage } from '../../i18n/text.ts';

export function LanguageChoice() {
  const { code, text } = useLanguage();
  const choose = useContext(ChooseLanguageContext);
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={text.nav.language}
      value={code}
      onChange={(value) => choose(value as LanguageCode)}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label: <span lang={value}>{label}</span> }))}
    />
  );
}
