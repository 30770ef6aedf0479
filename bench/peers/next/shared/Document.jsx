import '../../../../shared/src/ui/tokens.css';
import '../../../../shell/src/base.css';

/** The document of every page. */
export function Document({ children }) {
  return (
    <html lang="en-GB">
      <body>{children}</body>
    </html>
  );
}
