/** The one button of the theme: it keeps the focus while it may not be pressed (WCAG 2.4.3). */
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';

type PressProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

/**
 * A button that is switched off while it is busy would drop the focus to the page, and the next Tab would begin anew. It
 * says that it cannot be pressed, and does nothing when it is; Enter in a form of which it is the button does nothing either.
 */
export function PressButton({ disabled, onClick, type = 'button', ...others }: PressProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!disabled) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return <button {...others} type={type} aria-disabled={disabled || undefined} onClick={press} />;
}
