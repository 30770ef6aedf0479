import NextLink from 'next/link';

const ZONES = ['/micora'];

/** React Router's link as Next has it: to another zone it is a full page load. */
export function Link({ to, ...attributes }) {
  const isOtherZone = ZONES.includes(to) !== (process.env.NEXT_PUBLIC_ZONE === 'micora');
  return isOtherZone ? <a href={to} {...attributes} /> : <NextLink href={to} {...attributes} />;
}
