import { useEffect, useState } from 'react';

/**
 * Returns the data that a page was delivered with, or otherwise reads it.
 *
 * @param read must be the same function in every render
 * @returns undefined while the data is being read, null if that failed
 */
export function useShown<Data>(
  delivered: Data | undefined,
  read: () => Promise<Data>,
): Data | null | undefined {
  const [shown, setShown] = useState<Data | null | undefined>(delivered);
  useEffect(() => {
    if (shown === undefined) void read().then(setShown, () => setShown(null));
  }, [shown, read]);
  return shown;
}
