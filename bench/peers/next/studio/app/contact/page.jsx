export const metadata = { title: 'Contact – Digital Studio' };

/** Only so that the links to it lead somewhere: this page is not measured. */
export default function ContactPage() {
  return <h1>Contact</h1>;
}
