/** Help for a person who cannot sign in: there is no e-mail, but there are people. */
import { Stack } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { Code } from '../../parts/values/code.tsx';

/** The command that the operator runs. */
const COMMAND = 'npx timebank admin setup-link --community <slug> --email <address>';

export default function Forgotten() {
  const { forgotten } = useText();
  return (
    <Stack gap="sm">
      <p>
        <strong>{forgotten.otherOwner}</strong> {forgotten.otherOwnerHow}
      </p>
      <p>
        <strong>{forgotten.soleOwner}</strong> {forgotten.soleOwnerHow}
      </p>
      <Code block>{COMMAND}</Code>
      <p>
        <strong>{forgotten.phone}</strong> {forgotten.phoneHow}
      </p>
    </Stack>
  );
}
