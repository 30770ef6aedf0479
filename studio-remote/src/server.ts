import type { RemoteServerModule } from '@site/shared/contract';
import { selectedWorkSource } from './pages/home/selectedWorkSource';
import { projectSource } from './pages/project/projectSource';
import { projectsSource } from './pages/projects/projectsSource';

export { routes } from './routes';

export const sources = {
  'studio/HomePage': selectedWorkSource,
  'studio/ProjectsPage': projectsSource,
  'studio/ProjectPage': projectSource,
} satisfies RemoteServerModule['sources'];
