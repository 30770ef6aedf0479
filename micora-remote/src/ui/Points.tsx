import type { ReactNode } from 'react';

interface PointsProps {
  /** The points by name, in order. */
  of: Record<string, ReactNode>;
  className?: string | undefined;
}

/** A list of points, each of which begins with its name. */
export function Points({ of: points, className }: PointsProps) {
  return (
    <ul className={className} role="list">
      {Object.entries(points).map(([name, words]) => (
        <li key={name}>
          <strong>{`${name}:`}</strong> <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
