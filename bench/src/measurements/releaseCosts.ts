import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { formsOf } from '@site/tools/store/compress';
import { liveRelease } from '@site/tools/release/liveRelease';
import type { Release } from '@site/tools/release/Release';
import { directoryStore } from '@site/tools/store/directoryStore';
import { copyStore } from '@site/tools/testing/copyStore';
import type { Bench, Measurement, Target } from '../Measurement';
import { deployInto } from '../subjects/deploySite';
import { addProjects } from './addProjects';
import { changeBuild } from './changeBuild';
import { timeCommand } from './timeCommand';
import { timed } from './timed';

/** How many projects the portfolio has, and how long a release may take then, milliseconds. */
const SIZES = [
  { projects: 8, edit: 1500, deployments: { 'studio-remote': 5000 }, rollback: 1000 },
  { projects: 1200, edit: 4000, deployments: { 'studio-remote': 30_000, 'micora-remote': 3000 } },
];

/** How often a release is timed for its median. */
const REPEATS = 5;

/** What a release with new data, and a deployment, costs where the portfolio is small and where it is large. */
export const measureReleaseCosts: Measurement = async (bench) => {
  const rows: string[][] = [];
  const targets: Target[] = [];
  const note = (what: string, times: number[], limit: number, changed: string, isRight: boolean) => {
    const { row, target } = timed(what, times, limit);
    rows.push([...row, changed]);
    const written = { name: `${what}: written`, wanted: 'only what changed', measured: changed };
    targets.push(target, { ...written, isMet: isRight });
  };
  for (const { projects, edit, deployments, rollback } of SIZES) {
    const backend = await startTestBackend({ seeded: true });
    try {
      await addProjects(backend, projects);
      const directory = join(bench.directory, `portfolio-of-${projects}`);
      // The builds after the next ones, so that those deployed below are new to the store.
      const builds = bench.site.artifacts.map(({ artifact }) => changeBuild(bench.site, artifact.app));
      await deployInto(directory, builds, backend.url);
      const edits = await measureEdits(bench, backend, directory);
      const isRight = edits.changed.every((files) => files.length === 3);
      const written = `${edits.changed.map(({ length }) => length).join(', ')} pages`;
      note(`An edit, ${projects} projects`, edits.times, edit, written, isRight);
      for (const [app, limit] of Object.entries(deployments)) {
        const deployed = await measureDeployment(bench.repository, directory, backend.url, app);
        const others = `${deployed.foreign} files of other apps`;
        note(`Deploying ${app}, ${projects} projects`, deployed.times, limit, others, deployed.foreign === 0);
        if (rollback === undefined) continue;
        const { row, target } = timed(
          `Rolling back ${app}, ${projects} projects`,
          deployed.rollbacks,
          rollback,
        );
        rows.push([...row, '–']);
        targets.push(target);
      }
    } finally {
      await backend.stop();
    }
  }
  return {
    tables: [
      {
        title: 'What a release costs',
        note: `\`npm run deploy\` from Enter to its end, over a directory store; median of ${REPEATS}. An edit changes a title, which is on the project's page, in the list and on the page that leads on to it. Of other apps' pages the bytes, the compressed forms and the modification times, of which ETags are made, were compared.`,
        columns: ['release', 'median', 'each', 'changed'],
        rows,
      },
    ],
    targets,
  };
};

async function measureEdits({ repository }: Bench, backend: TestBackend, directory: string) {
  const projects = (await signIn(backend)).collection('projects');
  const { id } = await projects.getFirstListItem('');
  const times: number[] = [];
  const changed: string[][] = [];
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    const before = await live(directory);
    await projects.update(id, { title: `Edited ${repeat} times` });
    times.push(await timeCommand(repository, ['refresh', '--to', directory, '--backend', backend.url]));
    const after = await live(directory);
    changed.push(
      Object.keys(after.pages).filter((file) => after.pages[file]?.content !== before.pages[file]?.content),
    );
  }
  return { times, changed };
}

/** Times deployments of an app, each into a copy of a store, and taking each back; counts what they change of others' pages. */
async function measureDeployment(repository: string, from: string, backendUrl: string, app: string) {
  const pages = await otherPages(from, app);
  const times: number[] = [];
  const rollbacks: number[] = [];
  let foreign = 0;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const store = `${from}-${app}-${repeat}`;
    copyStore(from, store);
    times.push(await timeCommand(repository, [app, '--to', store, '--backend', backendUrl]));
    const now = await otherPages(store, app);
    foreign += [...pages].filter(([file, state]) => now.get(file) !== state).length;
    rollbacks.push(await timeCommand(repository, ['rollback', app, '--to', store]));
  }
  return { times, rollbacks, foreign };
}

/** Every form of every page that another app owns, as it is served. */
async function otherPages(directory: string, app: string): Promise<Map<string, string>> {
  const release = await live(directory);
  const files = Object.entries(release.pages).flatMap(([file, page]) =>
    page.app === app ? [] : formsOf(file).map((form) => file + form),
  );
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const [page = '', form = ''] = file.split(/(?<=\.html)/);
        const path = join(directory, 'pages', `${release.pages[page]?.content}${form}`);
        return [file, (await readFile(path)).toString('base64')] as const;
      }),
    ),
  );
}

async function live(directory: string): Promise<Release> {
  const release = await liveRelease(directoryStore(directory));
  if (!release) throw new Error('Nothing is live.');
  return release;
}
