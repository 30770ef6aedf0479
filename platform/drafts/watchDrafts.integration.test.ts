import { expect, jest, test } from '@jest/globals';
import { careersMigration } from '@site/backend/testing/careersMigration';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { listPreviews } from '../release/listPreviews';
import type { Change } from '../release/steps/plan';
import { liveRelease } from '../release/readReleases';
import { folderStore } from '../store/folderStore';
import { memoryStore } from '../testing/memoryStore';
import { tinyCareers } from '../testing/tinyPortfolio';
import { useTinySite } from '../testing/useTinySite';
import { ALL_DRAFTS, draftLabel } from './draftLabel';
import { watchDrafts } from './watchDrafts';

jest.setTimeout(120_000);

const KEY = 'k'.repeat(40);

const site = useTinySite();

test('the drafts of another team are shown like those of projects, until they are published', async () => {
  const backend = await startTestBackend({ seeded: false, migration: careersMigration({ fields: [] }) });
  try {
    const { operator, url: backendUrl } = backend;
    await operator.collection('draft_keys').create({ key: KEY });
    const careers = operator.collection('careers');
    await careers.create({ title: 'Cook' });
    const change: Change = { kind: 'deploy', builds: [tinyCareers()] };
    await site.deploy({ change, backendUrl, acceptRemovals: true });
    const { id } = await careers.create({ title: 'Chef', draft: true });
    const project = await operator.collection('projects').create({ title: 'Lighthouse', draft: true });

    const drafts = memoryStore();
    const readText = async (shown: string, file: string) => {
      const folder = folderStore(drafts, draftLabel(KEY, shown));
      const content = (await liveRelease(folder))?.pages[file]?.content;
      return String(content && (await folder.read(`pages/${content}`)));
    };
    const stop = watchDrafts({ store: site.store, drafts, backendUrl, key: KEY, log: site.log });
    try {
      await until('all drafts are shown', async () =>
        /Cook, Chef|Chef, Cook/.test(await readText(ALL_DRAFTS, 'careers.html')),
      );
      expect(await readText(id, 'careers.html')).toContain('Chef');
      expect(await readText(id, 'projects.html')).not.toContain('Lighthouse');
      expect(await readText(project.id, 'projects.html')).toContain('Lighthouse');
      await careers.update(id, { draft: false });
      await operator.collection('projects').delete(project.id);
      await until('none is shown', async () => (await listPreviews(drafts)).length === 0);
    } finally {
      await stop();
    }
  } finally {
    await backend.stop();
  }
});
