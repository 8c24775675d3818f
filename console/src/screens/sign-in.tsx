import { useQueryClient } from '@tanstack/react-query';
import { keepSession } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { Front } from '../parts/shell/front.tsx';
import { SignInForm } from '../parts/shell/sign-in-form.tsx';

export function SignIn() {
  const text = useText();
  const client = useQueryClient();
  return (
    <Front title={text.signIn.title} lead={text.signIn.lead} foot={text.signIn.help}>
      <SignInForm onDone={(session) => keepSession(client, { data: session })} />
    </Front>
  );
}
