/** Logs each line only once, until `reset` is called. */
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
