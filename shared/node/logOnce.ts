/**
 * Returns `log`, which logs each distinct line only once, and `reset`, which makes `log` forget the lines that it has
 * logged.
 */
export function logOnce(log: (line: string) => void) {
  const logged = new Set<string>();
  return {
    log: (line: string): void => {
      if (!logged.has(line)) log(line);
      logged.add(line);
    },
    reset: () => logged.clear(),
  };
}
