import type { ReactNode } from 'react';

interface PointsProps {
  of: Record<string, ReactNode>;
  className?: string | undefined;
}

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
