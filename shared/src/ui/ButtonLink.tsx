import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from '@site/shared/router';
import { buttonClass, type ButtonVariant } from './Button';

interface ButtonLinkProps {
  /** A path of the site. */
  to: string;
  variant?: ButtonVariant;
  /** Called before the move, which it can prevent. */
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
}

/** A link to a page of the site in the look of a button. */
export function ButtonLink({ variant = 'primary', children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass(variant)}>
      {children}
    </Link>
  );
}
