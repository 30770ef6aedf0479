import { expect, test } from '@jest/globals';
import { files, form, list, one, recordsPath, requestOf } from '../api/calls';
import { describeUndeclared } from './describeUndeclared';

const jobs = list('jobs', { perPage: 100, sort: '-created' });
const job = one('jobs', 'slug');
const application = form('applications');
const declared = [jobs, job, files('jobs', ['480x320']), application];

test('§7 accepts declared calls', () => {
  const made = [requestOf(jobs, 1), requestOf(jobs, 99), requestOf(job, 'lead-designer')];
  expect(describeUndeclared(declared, [...made, [recordsPath(application)]])).toBeUndefined();
  expect(describeUndeclared(undefined, [])).toBeUndefined();
});

test.each<[what: string, made: unknown[]]>([
  [
    'GET /collections/jobs/records?page=1&perPage=50',
    ['/collections/jobs/records', { page: 1, perPage: 50 }],
  ],
  ['GET /collections/jobs/records?', ['/collections/jobs/records', {}]],
  ['GET /collections/jobs/records?page=0&perPage=100&sort=-created', requestOf(jobs, 0)],
  ['GET /collections/jobs/records?page=100&perPage=100&sort=-created', requestOf(jobs, 100)],
  [
    'GET /collections/jobs/records?perPage=100&sort=-created&page=1',
    ['/collections/jobs/records', { ...jobs.query, page: 1 }],
  ],
  ['GET /collections/jobs/records?filter=slug%3D%27a+b%27', requestOf(job, 'a b')],
  ['GET /collections/jobs/records?filter=title%3D%27a%27', requestOf(one('jobs', 'title'), 'a')],
  ['GET /collections/applications/records?page=1', requestOf(list('applications', {}), 1)],
  ['POST /collections/jobs/records', [recordsPath(jobs)]],
  ['POST /collections/other/records', [recordsPath(form('other'))]],
])('§7 reports the undeclared call %s', (line, made) => {
  const problem = describeUndeclared(declared, [[recordsPath(application)], made, made]);
  expect(problem?.split('\n  ').slice(1)).toEqual([expect.stringContaining(line)]);
});
