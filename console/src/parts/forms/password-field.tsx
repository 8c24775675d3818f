import { PasswordInput, type PasswordInputProps } from '@mantine/core';
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
