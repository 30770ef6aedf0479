import { useEffect, type CSSProperties } from 'react';

/** The stack's styles are not in a style sheet, because only development builds show the stack. */
const STACK: CSSProperties = {
  padding: 'var(--space-6) var(--space-side)',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  textAlign: 'start',
};

/** The message and the stack of a thrown value. In some browsers, the stack does not contain the message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '' } = error;
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`;
}

/** Shows an error to developers, and reloads the page after the next build. Only development builds contain it. */
export function CrashDetails({ error }: { error: unknown }) {
  useEffect(() => {
    // A hot update does not always bring a crashed page back, for instance after an error in an effect.
    const builds = new EventSource('/__webpack_hmr');
    builds.onmessage = ({ data }) => {
      if (String(data).includes('"built"')) location.reload();
    };
    return () => builds.close();
  }, []);
  return <pre style={STACK}>{describe(error)}</pre>;
}
