import { projectSource } from './pages/project/projectSource';
import { projectsSource } from './pages/projects/projectsSource';

export { routes } from './routes';

/** What fills the pages that have data (§7). */
export const sources = {
  'studio/ProjectsPage': projectsSource,
  'studio/ProjectPage': projectSource,
};
