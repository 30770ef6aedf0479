import { Footer } from '../../../../../shell/src/layout/Footer';
import styles from '../../../../../shell/src/layout/Layout.module.css';
import { Document } from '../../shared/Document';
import { Header } from './Header';

// No picture: browsers would ask for one that is not there.
export const metadata = { icons: { icon: 'data:,' } };

export default function Layout({ children }) {
  return (
    <Document>
      <div className={styles.layout}>
        <Header />
        <main id="content" className={`${styles.main} ${styles.belowHeader}`}>
          {children}
        </main>
        <Footer />
      </div>
    </Document>
  );
}
