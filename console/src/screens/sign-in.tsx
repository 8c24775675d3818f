import { useQueryClient } from '@tanstack/react-query';
import { keepSession } from '../hooks.ts';
import { useText } from '../i18n/text.ts';
import { Front } from '../parts/front.tsx';
import { SignInForm } from '../parts/sign-in-form.tsx';

export function SignIn() {
  const text = useText();
  const client = useQueryClient();
  return (
    <Front title={text.signIn.title} lead={text.signIn.lead} foot={text.signIn.help}>
      <SignInForm onDone={(session) => keepSession(client, { data: session })} />
    </Front>
  );
}
