import { describe, expect, test } from '@jest/globals';
import { files, form, list, one } from '@site/shared/api/calls';
import type { Release } from '../release/Release';
import { allowedCalls, followCalls } from './allowedCalls';

// requestFuzz.integration.test.ts tests random spellings of requests.

const BUILD = 'careers-remote/0123456789abcdef';
const JOBS = '/api/collections/jobs/records';

/** Builds the judge for a release that declares these calls. */
const judge = (...calls: NonNullable<Release['calls']>[number]['calls'] & object) =>
  allowedCalls({ calls: [{ builds: [BUILD], calls }] });

const careers = judge(
  list('jobs', { perPage: 100, sort: '-created', filter: "open = true && team != 'x'" }),
  list('jobs', {}),
  one('jobs', 'slug'),
  files('jobs', ['480x320', '720x480f']),
  files('pbc_1', ['100x100']),
  form('applications'),
);

test.each([
  ['GET', '/api/health', ''],
  ['HEAD', '/api/health', ''],
  ['GET', JOBS, ''],
  ['GET', JOBS, '?page=1&perPage=100&sort=-created&filter=open+%3D+true+%26%26+team+%21%3D+%27x%27'],
  ['HEAD', JOBS, '?page=99'],
  ['GET', JOBS, '?filter=slug%3D%27lead-designer_2%27'],
  ['GET', `${JOBS}/abc`, ''],
  ['GET', '/api/files/jobs/abc/a_1.b-c.jpg', ''],
  ['GET', '/api/files/jobs/abc/a.jpg', '?thumb=720x480f'],
  // In picture URLs, the dashboard's editor uses the id of the collection instead of the name.
  ['GET', '/api/files/pbc_2409499253/abc/a.jpg', '?thumb=480x320'],
  ['GET', '/api/files/pbc_1/abc/a.jpg', '?thumb=100x100'],
  ['POST', '/api/collections/applications/records', ''],
])('§7 allows a declared call: %s %s%s', (method, path, query) => {
  expect(careers(method, path, query)).toBe('allowed');
});

test.each([
  ['GET', '/api/health', '?a'],
  ['GET', JOBS, '?'],
  ['GET', JOBS, '?page=100'],
  ['GET', JOBS, '?page=0'],
  ['GET', JOBS, '?page=1&perPage=100'],
  ['GET', JOBS, '?page=1&perPage=100&sort=-created&filter=open%20%3D%20true'],
  ['GET', JOBS, '?filter=title%3D%27a%27'],
  ['GET', JOBS, '?filter=slug%3D%27a%27&a'],
  ['GET', `${JOBS}/abc`, '?page=1'],
  ['GET', '/api/files/jobs/abc/a.jpg', '?thumb=481x320'],
  ['GET', '/api/files/jobs/abc/a.jpg', '?thumb=480x320&thumb=480x320'],
  ['GET', '/api/files/pbc_1/abc/a.jpg', '?thumb=480x320'],
  ['POST', '/api/collections/applications/records', '?fields=id'],
])('§7 refuses an undeclared query: %s %s%s', (method, path, query) => {
  expect(careers(method, path, query)).toBe('unknown query');
});

test.each([
  ['POST', '/api/health'],
  ['POST', JOBS],
  ['PATCH', `${JOBS}/abc`],
  ['GET', '/api/collections/applications/records'],
  ['POST', '/api/collections/applications/records/abc'],
  ['GET', '/api/files/applications/abc/cv.pdf'],
  ['POST', '/api/files/jobs/abc/a.jpg'],
  ['GET', '/api/files/jobs/abc/.a'],
  ['GET', '/api/files/jobs/abc'],
  ['GET', '/api/files/pbc_2/abc/a.jpg'],
  ['GET', '/api/collections/Jobs/records'],
  ['GET', '/api/collections/jobs'],
  ['GET', `${JOBS}/`],
  ['GET', `${JOBS}/abc/`],
  ['GET', `/x${JOBS}`],
  ['GET', '/api/collections/constructor/records'],
  ['GET', '/api/files/constructor/abc/a.jpg'],
  ['GET', '/api/collections/projects/records'],
  ['POST', '/api/collections/form_submits/records'],
])('§7 refuses an undeclared path: %s %s', (method, path) => {
  for (const query of ['', '?page=1']) expect(careers(method, path, query)).toBe('unknown path');
});

test('declared queries are compared literally, not as patterns', () => {
  const odd = judge(list('jobs', { sort: '.*', filter: '(a|b)' }));
  expect(odd('GET', JOBS, '?page=1&sort=.*&filter=%28a%7Cb%29')).toBe('allowed');
  for (const query of ['?page=1&sort=abc&filter=%28a%7Cb%29', '?page=1&sort=.*&filter=a'])
    expect(odd('GET', JOBS, query)).toBe('unknown query');
});

describe('builds without declared calls', () => {
  const FORMER = [
    ['GET', '/api/collections/projects/records', '?page=1&perPage=500&sort=created&skipTotal=1'],
    ['GET', '/api/collections/projects/records', '?filter=id%3D%27abc%27'],
    ['GET', '/api/files/projects/abc/a.jpg', '?thumb=2160x1440f'],
    ['POST', '/api/collections/form_submits/records', ''],
    ['POST', '/api/collections/micora_delete_requests/records', ''],
  ] as [method: string, path: string, query: string][];

  test('§7 may make the `formerCalls`, even if another build declares its own calls', () => {
    const declared = { builds: [BUILD], calls: [form('applications')] };
    for (const calls of [undefined, [declared, { builds: ['studio-remote/0123456789abcdef'] }]])
      for (const [method, path, query] of FORMER)
        expect(allowedCalls({ ...(calls && { calls }) })(method, path, query)).toBe('allowed');
    for (const [method, path, query] of FORMER)
      expect(allowedCalls({ calls: [declared] })(method, path, query)).toBe('unknown path');
  });
});

describe('the calls of the live release', () => {
  const away = () => Promise.reject(new Error('away'));
  const releaseWith = (name: string) => () =>
    Promise.resolve({ id: name, calls: [{ builds: [BUILD], calls: [form(name)] }] } as unknown as Release);
  const judgePost = async (follow: ReturnType<typeof followCalls>, name: string) =>
    (await follow())('POST', `/api/collections/${name}/records`, '');

  test('are allowed until another release is live', async () => {
    let live = releaseWith('one');
    const follow = followCalls({ live: () => live() });
    expect(await judgePost(follow, 'one')).toBe('allowed');
    live = releaseWith('other');
    expect(await judgePost(follow, 'one')).toBe('unknown path');
    expect(await judgePost(follow, 'other')).toBe('allowed');
  });

  test('are collected once for each release', async () => {
    const release = await releaseWith('one')();
    const follow = followCalls({ live: () => Promise.resolve(release) });
    expect(await follow()).toBe(await follow());
  });

  test('are still allowed while the release cannot be read', async () => {
    let live = releaseWith('one');
    const follow = followCalls({ live: () => live() });
    await follow();
    live = away;
    expect(await judgePost(follow, 'one')).toBe('allowed');
  });

  test('cannot be judged if no release has been read yet', async () => {
    await expect(followCalls({ live: away })()).rejects.toThrow('away');
  });
});
