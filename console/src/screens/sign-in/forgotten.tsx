/** Help for a person who cannot sign in: a link by mail where mail is on, and people. */
import { Anchor, Stack } from '@mantine/core';
import { useWaysIn } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { GUIDES } from '../../parts/values/guides.ts';
import { ForgottenByMail } from './by-mail.tsx';

export default function Forgotten() {
  const { forgotten } = useText();
  const { forgotten_by_mail: byMail } = useWaysIn();
  return (
    <Stack gap="sm">
      {byMail && <ForgottenByMail />}
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
