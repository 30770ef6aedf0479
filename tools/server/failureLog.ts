/** How often the same is told, at most. Milliseconds. */
const INTERVAL = 60_000;

/** How many kinds of failures are told apart in that time. */
const KINDS = 20;

/** How long a line may be. Characters. */
const LENGTH = 1000;

/**
 * Makes a log of failures that no visitor can fill: the first failure of a kind is written at once, in one line
 * without any query; their number follows after a minute, or at the end.
 *
 * @param write takes a line
 */
export function failureLog(write: (line: string) => void = (line) => console.error(line)) {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  return {
    tell(failure: unknown): void {
      timer ??= setTimeout(tellCounts, INTERVAL).unref();
      const line = lineOf(failure);
      const isTold = counts.has(line) || counts.size < KINDS;
      const kind = isTold ? line : 'More kinds of failures than are told in a minute';
      const count = counts.get(kind) ?? 0;
      if (count === 0) write(kind);
      counts.set(kind, count + 1);
    },
    close: tellCounts,
  };

  function tellCounts(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [line, count] of counts) if (count > 1) write(`${count} times within a minute: ${line}`);
    counts.clear();
  }
}

/** Addresses in it have no query, which may hold a secret, and whatever it quotes begins no line of its own. */
function lineOf(failure: unknown): string {
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return text
    .replace(/\?\S*/g, '')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .slice(0, LENGTH);
}
