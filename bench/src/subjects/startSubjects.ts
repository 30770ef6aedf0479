import { messageOf } from '@site/backend/messageOf';
import { createSite } from '@site/tools/server/createSite';
import { storeSource } from '@site/tools/server/storeSource';
import { directoryStore } from '@site/tools/store/directoryStore';
import type { Certificate } from '../createCertificate';
import { startEdge, type Edge } from '../startEdge';
import type { PageName, Subject, SubjectName } from '../Subject';
import type { DeployedSite } from './deploySite';
import { deployMonolith } from './deployMonolith';
import { startNext } from './startNext';
import { writeWithoutScripts } from './writeWithoutScripts';

interface Options {
  site: DeployedSite;
  directory: string;
  backendUrl: string;
  certificate: Certificate;
  /** Stops what has been started, the last first. */
  onStop: (stop: () => Promise<void>) => void;
}

interface Subjects {
  subjects: Subject[];
  /** Why a subject is not among them, one sentence each. */
  missing: string[];
}

/** Builds and starts everything that is measured side by side, each behind an edge of its own. */
export async function startSubjects(options: Options): Promise<Subjects> {
  const { site, directory, backendUrl, certificate, onStop } = options;
  const missing: string[] = [];
  const subjects: Subject[] = [];
  const paths = pathsOf(site);

  await serve('our site', site.store, paths);
  console.log('  monolith: building and prerendering');
  await serve('monolith', await deployMonolith(site, directory), paths);
  await serve('without scripts', await writeWithoutScripts(site, directory), paths);
  try {
    const edge = await open(await startNext(onStop));
    subjects.push({
      name: 'Next.js zones',
      edge,
      paths: { home: '/', about: '/about', 'MiCora landing': '/micora' },
    });
  } catch (error) {
    const [reason] = messageOf(error).split('\n');
    missing.push(`Next.js zones were not measured: they could not be installed, built or started. ${reason}`);
  }
  return { subjects, missing };

  async function serve(name: SubjectName, store: string, own: Subject['paths']): Promise<void> {
    const server = await createSite(storeSource(directoryStore(store)), { backendUrl });
    onStop(() => server.close());
    const edge = await open(await server.listen({ port: 0, host: '127.0.0.1' }));
    subjects.push({ name, edge, paths: own });
  }

  async function open(url: string): Promise<Edge> {
    const edge = await startEdge(url, certificate);
    onStop(() => edge.stop());
    return edge;
  }
}

/** The measured pages of our site; the project is the first one that has a page of its own. */
function pathsOf({ release }: DeployedSite): Record<PageName, string> {
  const project = Object.values(release.pages).find(({ route }) => route)?.path;
  if (!project)
    throw new Error('The release has no page of a project: its backend has none, or was not read.');
  return {
    home: '/',
    projects: '/projects',
    'a project': project,
    contact: '/contact',
    'MiCora landing': '/micora',
    about: '/about',
  };
}
