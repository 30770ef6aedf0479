import { Document } from '../../shared/Document';

// No picture: browsers would ask for one that is not there.
export const metadata = { icons: { icon: 'data:,' } };

export default function Layout({ children }) {
  return (
    <Document>
      <main id="content">{children}</main>
    </Document>
  );
}
