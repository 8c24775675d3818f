import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { PASSWORD_LENGTH } from '../../../desk/contract/routes.ts';
import { useText } from '../../i18n/text.ts';

export function PasswordField(props: PasswordInputProps) {
  const text = useText();
  return (
    <PasswordInput
      size="sm"
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': text.act.showPassword, tabIndex: 0 }}
    />
  );
}

// A new password; its length is shown as one types.

export function NewPasswordField({ value, ...props }: PasswordInputProps & { value: string }) {
  const text = useText();
  const { min } = PASSWORD_LENGTH;
  const characters = [...value].length;
  return (
    <div>
      <PasswordField autoComplete="new-password" description={text.setUp.passwordHint(min)} value={value} {...props} />
      <p className="meter" data-enough={characters >= min || undefined} aria-live="polite">
        {characters > 0 ? text.setUp.typed(characters, min) : ' '}
      </p>
    </div>
  );
}

/** Whether it is long enough; the service decides the rest. */
export function isLongEnough(value: string): boolean {
  return [...value].length >= PASSWORD_LENGTH.min;
}
