/** Toasts: only for what succeeded. */
import { notifications } from '@mantine/notifications';

export function succeeded(message: string): void {
  notifications.show({ message, color: 'harbour', autoClose: 5000, withBorder: true, withCloseButton: false });
}
