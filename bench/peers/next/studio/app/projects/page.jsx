export const metadata = { title: 'Projects – Digital Studio' };

/** Only so that the links to it lead somewhere: this page is not measured. */
export default function ProjectsPage() {
  return <h1>Projects</h1>;
}
