import type { ComponentProps } from 'react';
import { Link } from '@site/shared/router';
import { buttonClass, type ButtonVariant } from './Button';

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant };

export function ButtonLink({ variant = 'primary', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass(variant)} />;
}
