import { useEffect, type CSSProperties } from 'react';

/** These styles are inline, not in a style sheet, because only development builds use them. */
const STACK: CSSProperties = {
  padding: 'var(--space-6) var(--space-side)',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  textAlign: 'start',
};

/** Returns an error's message and stack trace. In some browsers, the stack trace does not contain the message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '' } = error;
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`;
}

/**
 * Shows an error to developers, and reloads the page after the next build. Only development builds contain this component.
 */
export function CrashDetails({ error }: { error: unknown }) {
  useEffect(() => {
    // A reload is necessary because a hot update does not always restore a crashed page, for example after an error in an
    // effect.
    const builds = new EventSource('/__webpack_hmr');
    builds.onmessage = ({ data }) => {
      if (String(data).includes('"built"')) location.reload();
    };
    return () => builds.close();
  }, []);
  return <pre style={STACK}>{describe(error)}</pre>;
}
