/** Logs each line once, until it is reset. */
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
