/** Returns a `log` that ignores a line that it has already logged. `reset` makes it log all lines again. */
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
