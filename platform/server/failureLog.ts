/** The interval at which the counts of repeated failures are logged, in milliseconds. */
const INTERVAL = 60_000;

/** How many different failures are logged per interval. */
const KINDS = 20;

/** The maximum length of a log line, in characters. */
const LENGTH = 1000;

/**
 * Creates a rate-limited error log. The first failure of a kind is logged at once, in one line without query strings.
 * Repetitions are counted, and the count is logged after a minute or on close.
 *
 * @param write writes a line
 */
export function failureLog(write: (line: string) => void = (line) => console.error(line)) {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  return {
    report(failure: unknown): void {
      timer ??= setTimeout(writeCounts, INTERVAL).unref();
      const line = lineOf(failure);
      const isLogged = counts.has(line) || counts.size < KINDS;
      const kind = isLogged ? line : 'Too many different failures to log';
      const count = counts.get(kind) ?? 0;
      if (count === 0) write(kind);
      counts.set(kind, count + 1);
    },
    close: writeCounts,
  };

  function writeCounts(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [line, count] of counts) {
      if (count > 1) write(`${count} times within a minute: ${line}`);
    }
    counts.clear();
  }
}

/** Formats a failure as one line. Query strings are removed, because they may contain a secret. */
function lineOf(failure: unknown): string {
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return text
    .replace(/\?\S*/g, '')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .slice(0, LENGTH);
}
