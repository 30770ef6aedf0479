import '../../testing/renderHere';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { failingServer } from '../../testing/failingServer';
import { itemSource, tinyCareers, tinyPortfolio, type Item } from '../../testing/tinyPortfolio';
import { tinyMicora, tinyRemote, tinyShell, tinyStudio } from '../../testing/tinySite';
import { useTinySite } from '../../testing/useTinySite';
import { BackendError } from '../BackendError';
import type { LoadedBuild } from '../../store/readBuild';
import { sha256 } from '../../build/sha256';
import type { Change } from './plan';
import type { Release } from '../Release';

const APP = 'studio-remote';
const ROUTE = '/projects/:projectId';

const site = useTinySite();

const makeItems = (ids: string) => ids.split('').map((id) => ({ id, title: `Title of ${id}` }));
const listIds = ({ pages }: Release) =>
  Object.keys(pages).flatMap((file) => /^projects\/(\w+)\.html$/.exec(file)?.[1] ?? []);

async function change(before: string, now: string): Promise<void> {
  site.items = makeItems(before);
  await site.deploy({ backendUrl: site.backendUrl, acceptRemovals: true });
  site.items = makeItems(now);
}

const deployBuilds = (builds: LoadedBuild[], more: { backendUrl?: string } = {}) =>
  site.deploy({ change: { kind: 'deploy', builds }, ...more });

describe('§7 the data of a release', () => {
  test('has the hashes by app, route and entry, whatever an entry is named', async () => {
    site.items = ['abc', 'constructor', '__proto__'].map((id) => ({ id, title: `Title of ${id}` }));
    const { id, data } = await site.put();
    const hash = (value: unknown) => sha256(JSON.stringify(value));
    expect(Object.entries(data[APP]?.[ROUTE] ?? {})).toEqual(site.items.map((item) => [item.id, hash(item)]));
    const titles = hash({ titles: site.items.map(({ title }) => title) });
    expect(data[APP]?.['/projects']).toEqual({ '': titles });
    expect(data['micora-remote']).toEqual({});
    for (const { id: entry, title } of site.items)
      expect(await site.page(`projects/${entry}.html`)).toContain(`<main>Project ${title}</main>`);
    expect(await site.live()).toMatchObject({ id, data });
    expect((await site.put()).id).toBe(id);
  });

  test('has a pattern without entries, but not a pattern whose entries are unknown', async () => {
    site.items = [];
    const { data, pages } = await site.put();
    expect(data[APP]).toMatchObject({ [ROUTE]: {} });
    expect(Object.keys(pages)).toContain('projects/_.404.html');
    const unknown = await site.put(tinyStudio());
    expect(unknown.data[APP]).toEqual({});
    expect(Object.keys(unknown.pages)).toContain('projects/_.html');
    await site.live();
  });
});

describe('§7 an unavailable backend', () => {
  const AWAY = 'http://127.0.0.1:9';
  const failing = (status: number) => failingServer((_request, response) => response.writeHead(status).end());

  test('an unavailable backend leaves all pages as they are', async () => {
    const { pages } = await deployBuilds([tinyMicora('Two')]);
    expect(site.lines.join()).not.toContain('cannot be read');
    expect(pages).toMatchObject({ 'projects/abc.html': site.first.pages['projects/abc.html'] });
    for (const backendUrl of [AWAY, await failing(502)])
      expect(await site.deploy({ backendUrl })).toMatchObject({ pages });
    expect(await site.live()).not.toHaveProperty('unread');
    expect(site.lines.join()).toContain('The backend cannot be read, so pages keep their current data. ');
  });

  test.each([
    ['does not answer', () => AWAY, `${AWAY}/api/`],
    ['fails', () => failing(500), 'was answered with status 500. Check the logs of PocketBase.'],
    ['is not given', () => '', 'No backend is given: pass the address of PocketBase with --backend.'],
  ])('callers that need a backend get an error if it %s', async (_what, open, message) => {
    const reading = site.deploy({ backendUrl: await open(), needsBackend: true });
    await expect(reading).rejects.toBeInstanceOf(BackendError);
    await expect(reading).rejects.toThrow(message);
  });
});

describe('§7 an app whose data cannot be read', () => {
  const BUGGY = `{ list: () => { throw new Error('no such list'); } }`;
  const ADDRESS = '/api/collections/careers/records?perPage=500';
  let jobs: Item[] | undefined;
  /** The status of the backend's response to a request for jobs; 0 means no response. */
  let status: number;

  beforeEach(async () => {
    jobs = [{ id: 'j', title: 'Designer' }];
    status = 200;
    site.backendUrl = await failingServer((request, response) => {
      const isCareers = request.url === ADDRESS;
      if (isCareers && status === 0) {
        request.socket.destroy();
        return;
      }
      response.writeHead(isCareers ? status : 200);
      response.end(JSON.stringify({ items: isCareers ? jobs : site.items }));
    });
    site.first = await site.put(tinyCareers());
    site.lines = [];
  });

  const edit = async () => {
    site.items = [{ id: 'abc', title: 'Quay' }];
    jobs = [{ id: 'j', title: 'Engineer' }];
    return site.deploy({ backendUrl: site.backendUrl, needsBackend: true });
  };

  test.each([
    [404, 'There is no collection `careers`: run its migration first.'],
    [403, 'Visitors may not read the collection `careers`: add a migration with a rule that lets them.'],
    [400, 'Compare the query with the fields of the collection `careers`.'],
    [500, 'Check the logs of PocketBase.'],
    [0, 'Check that PocketBase is running there.'],
  ])('an app keeps its data while the others are updated: status %d', async (failure, advice) => {
    status = failure;
    const { pages, unread } = await edit();
    expect(pages['careers.html']).toEqual(site.first.pages['careers.html']);
    expect(await site.page('projects.html')).toContain('Quay');
    expect(unread).toEqual(['careers-remote']);
    const what = failure ? `was answered with status ${failure}.` : 'cannot be read: other side closed.';
    expect(site.lines).toContain(
      `The data of careers-remote cannot be read, so its pages keep their current data. ${site.backendUrl}${ADDRESS} ${what} ${advice}`,
    );
    // Another team's deployment does not read the app's data again, but the next refresh does.
    expect((await site.put(tinyMicora('Two'))).unread).toEqual(['careers-remote']);
    status = 200;
    expect(await site.put()).not.toHaveProperty('unread');
    expect(await site.page('careers.html')).toContain('Job: Engineer');
  });

  test.each([
    [404, 'There is no collection `careers`: run its migration first.'],
    [403, 'Visitors may not read the collection `careers`'],
  ])('an app cannot be deployed if the backend answers with status %d', async (failure, advice) => {
    status = failure;
    for (const builds of [[tinyCareers('Work')], [tinyCareers('Work'), tinyPortfolio('Work')]]) {
      const deploying = deployBuilds(builds, { backendUrl: site.backendUrl });
      await expect(deploying).rejects.toThrow(
        'careers-remote cannot be deployed, because its data cannot be read. ',
      );
      await expect(deploying).rejects.toThrow(advice);
    }
    expect(await site.live()).toEqual(site.first);
    // If no backend is given, the app can be deployed. A new shell causes all data to be read, but this app's data still
    // cannot be read.
    await deployBuilds([tinyCareers('Work')]);
    expect((await site.put(tinyShell('Two'))).unread).toEqual(['careers-remote']);
  });

  test('an app keeps its current data if it fails to process an answer', async () => {
    jobs = undefined;
    site.items = [{ id: 'abc', title: 'Quay' }];
    const { pages, unread } = await site.put();
    expect(unread).toEqual(['careers-remote']);
    expect(pages['careers.html']).toEqual(site.first.pages['careers.html']);
    expect(await site.page('projects.html')).toContain('Quay');
    expect(site.lines.join()).toContain('careers-remote cannot list its pages: ');
    await expect(site.put(tinyCareers('Work'))).rejects.toThrow('careers-remote cannot be deployed');
  });

  test('an app cannot be deployed if its own code fails', async () => {
    const deploying = site.put(tinyRemote({ pages: { '/': '' }, sources: { '/': BUGGY } }));
    await expect(deploying).rejects.toThrow('no such list. Fix its server bundle.');
    expect(await site.live()).toEqual(site.first);
  });
});

describe('§7 the loss of most pages of a pattern', () => {
  const refusal = (gone: number, before: number, advice: string) =>
    `The backend no longer has ${gone} of the ${before} entries of ${ROUTE}. If that is intended: ${advice}. Otherwise`;
  const ONCE = 'npm run deploy -- watch --once --accept-removals --backend <backend-url>';
  const AGAIN = 'repeat this command with --accept-removals';

  test.each([
    ['a', '', 1],
    ['ab', '', 2],
    ['a', 'b', 0],
    ['ab', 'b', 0],
    ['abc', 'a', 0],
    ['abcd', 'ab', 0],
    ['abcdef', 'abc', 0],
    ['abcdefg', 'abcd', 0],
    ['abc', '', 3],
    ['abcd', 'a', 3],
    ['abcde', 'ab', 3],
    ['abcdef', 'ab', 4],
    ['abcdefg', 'abc', 4],
    // New entries do not make up for lost ones.
    ['abcd', 'avwxyz', 3],
  ])('if the entries go from %j to %j, the operator must accept %d losses', async (before, now, gone) => {
    await change(before, now);
    const { backendUrl } = site;
    if (gone > 0) {
      const release = await site.deploy({ backendUrl });
      expect(listIds(release)).toEqual(before.split(''));
      expect(release.unread).toEqual([APP]);
      expect(site.lines.join()).toContain(refusal(gone, before.length, ONCE));
      await expect(site.put(tinyPortfolio('Work'))).rejects.toThrow(refusal(gone, before.length, AGAIN));
    }
    const release = await site.deploy({ backendUrl, acceptRemovals: gone > 0 });
    expect(listIds(release)).toEqual(now.split(''));
    expect(release).not.toHaveProperty('unread');
  });

  test('a build that leaves out most entries is deployed only if that is accepted', async () => {
    await change('abcd', 'abcd');
    const source = itemSource().replace('new Map(items', 'new Map(items.slice(0, 1)');
    const build = tinyRemote({ pages: { [ROUTE]: `return 'Project'` }, sources: { [ROUTE]: source } });
    await expect(site.put(build)).rejects.toThrow(refusal(3, 4, AGAIN));
    // A refresh cannot accept the removals in advance, because the live build still lists all entries.
    await site.deploy({ backendUrl: site.backendUrl, acceptRemovals: true });
    await expect(site.put(build)).rejects.toThrow(AGAIN);
    const deployment: Change = { kind: 'deploy', builds: [build] };
    const { backendUrl } = site;
    const release = await site.deploy({ change: deployment, backendUrl, acceptRemovals: true });
    expect(listIds(release)).toEqual(['a']);
  });

  test('a loss need not be accepted if the new build has no source for the pattern', async () => {
    await change('abc', 'abc');
    const { pages } = await site.put(tinyStudio());
    expect(Object.keys(pages).filter((file) => file.startsWith('projects'))).toEqual(['projects/_.html']);
  });
});
