import { Document } from '../../shared/Document';

export default function Layout({ children }) {
  return (
    <Document>
      <main id="content">{children}</main>
    </Document>
  );
}
