/** Help for a person who cannot sign in: there is no e-mail, but there are people. */
import { Anchor, Stack } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { GUIDES } from '../../parts/values/guides.ts';

export default function Forgotten() {
  const { forgotten } = useText();
  return (
    <Stack gap="sm">
      <p>
        <strong>{forgotten.otherOwner}</strong> {forgotten.otherOwnerHow}
      </p>
      <p>
        <strong>{forgotten.soleOwner}</strong> {forgotten.soleOwnerHow}{' '}
        <Anchor href={GUIDES.accounts} target="_blank" rel="noreferrer">
          {forgotten.guide}
        </Anchor>
        .
      </p>
      <p>
        <strong>{forgotten.phone}</strong> {forgotten.phoneHow}
      </p>
    </Stack>
  );
}
