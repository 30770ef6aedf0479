import { beforeEach, describe, expect, test } from '@jest/globals';
import '../testing/renderHere';
import { failingServer } from '../testing/failingServer';
import { simulatedClock } from '../testing/simulatedClock';
import { tinyMicora, tinyRemote, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { dataKey, readData } from './readData';

// `server/openAnswers.integration.test.ts` uses random deployments to test which answers a release keeps.

const DAY = 86_400_000;
const JOBS = '/collections/jobs/records?page=1';

const site = useTinySite();
/** The backend's response to a request for the jobs. Status 0 means no response. */
let jobs: [status: number, body: string];
let asked: string[];

beforeEach(async () => {
  jobs = [200, '{"items":[]}'];
  asked = [];
  site.backendUrl = await failingServer(({ url = '' }, response) => {
    asked.push(url);
    const [status, body] = url.includes('/jobs/') ? jobs : [200, JSON.stringify({ items: site.items })];
    if (status) response.writeHead(status).end(body);
    else response.destroy();
  });
});

const readsJobs = () =>
  tinyRemote({
    name: 'micora',
    mount: '/micora',
    pages: { '/micora': `return 'MiCora with jobs'` },
    sources: {
      '/micora': `{
        list: async (read) => {
          await read('/collections/jobs/records', { page: 1 });
          return new Map([['', {}]]);
        },
        prepare: (data) => data,
      }`,
    },
  });

async function answer() {
  const { answers } = await site.live();
  return answers[JOBS] && { ...answers[JOBS], text: await readData(site.store, answers[JOBS].content) };
}

describe('§7 the answers of a release', () => {
  test('are published if one of them differs, even if no page does', async () => {
    const { id, pages } = await site.put(readsJobs());
    expect(await answer()).toMatchObject({ by: ['micora-remote'], text: '{"items":[]}' });
    expect((await site.put()).id).toBe(id);
    jobs = [200, '{ "items": [1] }'];
    const second = await site.put();
    expect(second.pages).toEqual(pages);
    expect(second.id).not.toBe(id);
    expect(await answer()).toMatchObject({ text: '{ "items": [1] }' });
  });

  test('include, for seven days, those to reads that only an earlier build made, and these reads are repeated', async () => {
    const clock = simulatedClock();
    await site.put(readsJobs());
    await clock.pass(10 * DAY);
    await site.put();
    const left = Date.now();
    await site.put(tinyMicora());
    const { until = '', by } = (await answer()) ?? {};
    expect(by).toEqual([]);
    expect(Date.parse(until) - left).toBeGreaterThanOrEqual(7 * DAY);
    expect(Date.parse(until) - left).toBeLessThan(7 * DAY + 60_000);
    await clock.pass(6 * DAY);
    jobs = [200, '{"items":[6]}'];
    await site.put();
    expect(await answer()).toMatchObject({ until, text: '{"items":[6]}' });
    await clock.pass(DAY);
    await site.put();
    expect(await answer()).toBeUndefined();
  });

  test.each([0, 403, 404, 500])(
    'stay if a repeated read gets status %i (0: no response), and no app is behind',
    async (status) => {
      await site.put(readsJobs());
      await site.put(tinyMicora());
      jobs = [status, '{}'];
      site.items = [{ id: 'abc', title: 'Quay' }];
      expect(await site.put()).not.toHaveProperty('unread');
      expect(await answer()).toMatchObject({ by: [], text: '{"items":[]}' });
      expect(await site.page('projects.html')).toContain('Quay');
    },
  );

  test('are not asked for again in the same round once the backend has gone silent', async () => {
    const later = tinyRemote({
      name: 'micora',
      mount: '/micora',
      pages: { '/micora': `return 'More jobs'` },
      sources: {
        '/micora': `{
          list: async (read) => {
            for (const sort of ['a', 'b', 'c']) await read('/collections/jobs/records', { page: 1, sort });
            return new Map();
          },
          prepare: (data) => data,
        }`,
      },
    });
    await site.put(later);
    await site.put(tinyMicora());
    jobs = [0, ''];
    asked = [];
    await site.put();
    expect(asked.filter((url) => url.includes('/jobs/'))).toHaveLength(1);
    expect(Object.keys((await site.live()).answers)).toHaveLength(4);
  });

  test('are made again if their file is lost, even if only an earlier build has read them', async () => {
    await site.put(readsJobs());
    for (const build of [[], [tinyMicora()]]) {
      await site.put(...build);
      const key = dataKey((await answer())?.content ?? '');
      await site.store.remove(key);
      await expect(site.live()).rejects.toThrow(`${key} is missing`);
      await site.put();
      expect(await answer()).toMatchObject({ text: '{"items":[]}' });
    }
  });

  test('are recalled by a rollback without the backend, whatever the shell is now', async () => {
    const clock = simulatedClock();
    const { builds } = await site.put(readsJobs());
    await site.put(tinyMicora(), tinyShell('Another shell'));
    await clock.pass(8 * DAY);
    await site.put();
    expect(await answer()).toBeUndefined();
    await site.back('micora-remote', builds['micora-remote']?.version);
    expect(await answer()).toMatchObject({ by: ['micora-remote'], text: '{"items":[]}' });
    expect(await answer()).not.toHaveProperty('until');
  });
});

describe('§7 the forms of a release', () => {
  test('include those of each app’s earlier builds until the app is removed', async () => {
    expect(site.first.forms).toEqual({
      'studio-remote': ['form_submits'],
      'micora-remote': ['micora_delete_requests'],
    });
    await site.put(tinyMicora('MiCora', ['wishes']));
    const { forms } = await site.put();
    expect(forms).toMatchObject({ 'micora-remote': ['micora_delete_requests', 'wishes'] });
    const without = await site.deploy({ change: { kind: 'remove', app: 'micora-remote', builds: [] } });
    expect(without.forms).toEqual({ 'studio-remote': ['form_submits'] });
  });
});
