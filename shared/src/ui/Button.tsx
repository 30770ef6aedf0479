import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
}

/** A button in the site's style. Its type is `button` by default, so it does not submit a form. */
export function Button({ variant = 'primary', type = 'button', className, ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={buttonClass(variant, className)} />;
}

/** Returns the class names of a button, followed by the caller's `extra` class names. */
export function buttonClass(variant: ButtonVariant, extra?: string): string {
  return [styles.button, styles[variant], extra].filter(Boolean).join(' ');
}
