import { useEffect, useState } from 'react';

/**
 * Returns the data embedded in the page. If there is none, reads the data from the backend after the first render.
 *
 * @param read must be the same function in every render
 * @returns undefined while the data is being read, null if reading failed
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
