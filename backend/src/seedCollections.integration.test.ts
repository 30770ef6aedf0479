import { afterEach, expect, jest, test } from '@jest/globals';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { findSeedDirs, seedCollections, type Sample } from './seedCollections';
import { site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

const MIGRATION = `
migrate((app) => {
  const base = (name, ...fields) => new Collection({ name, type: 'base', listRule: '', viewRule: '', fields });
  const authors = base('authors', { type: 'text', name: 'name' });
  app.save(authors);
  app.save(base(
    'articles',
    { type: 'text', name: 'title' },
    { type: 'editor', name: 'text' },
    { type: 'file', name: 'photo', maxSelect: 1 },
    { type: 'relation', name: 'author', collectionId: authors.id, maxSelect: 1 },
  ));
});`;

useBackend(() => ({ migration: MIGRATION }));
afterEach(async () => remove(await list()));

interface Project extends Sample {
  title: string;
  long_description: string;
  cover_Image: string;
  images: string[];
  created: string;
  status: string;
}

const SEED_DIR = resolve(import.meta.dirname, '../seed');
const samples = JSON.parse(readFileSync(join(SEED_DIR, 'projects.json'), 'utf8')) as {
  note: string;
  projects: Project[];
};
const ids = samples.projects.map(({ id }) => id);

const list = () => site.visitor.collection('projects').getFullList<Project>({ sort: 'created' });

async function remove(projects: { id: string }[]): Promise<void> {
  for (const { id } of projects) await site.operator.collection('projects').delete(id);
}

function seed(...seedDirs: string[]): Promise<number> {
  const { url, superuser, dataDir } = site;
  const dirs = seedDirs.length > 0 ? seedDirs : [SEED_DIR];
  return seedCollections({ url, superuser, dataDir, seedDirs: dirs, log: () => undefined });
}

const isUnfinished = () => existsSync(join(site.dataDir, 'seeding-unfinished'));

function otherSamples(change: (seedDir: string) => void): string {
  const seedDir = mkdtempSync(join(site.dataDir, 'seed-'));
  cpSync(SEED_DIR, seedDir, { recursive: true });
  change(seedDir);
  return seedDir;
}

test('§3 the eight sample projects use all features of a project', async () => {
  expect(await seed()).toBe(8);
  const projects = await list();
  expect(projects.map(({ id, title }) => ({ id, title }))).toEqual(
    samples.projects.map(({ id, title }) => ({ id, title })),
  );
  expect(new Set(projects.map(({ created }) => created)).size).toBe(8);
  expect(samples.note).toMatch(/^Samples\. /);

  expect(new Set(projects.map(({ status }) => status))).toEqual(new Set(['Completed', 'In Progress']));
  for (const project of projects) {
    const { id, cover_Image, long_description, images } = project;
    expect([id, cover_Image]).toEqual([id, expect.stringMatching(/./)]);
    // The pictures in a project's text are files of the same project.
    const sources = [...long_description.matchAll(/ src="([^"]*)"/g)].map(([, source]) => source);
    expect(sources.length).toBeGreaterThan(0);
    const files = images.map((name) => `/api/files/projects/${id}/${name}`);
    expect(files).toEqual(expect.arrayContaining(sources));
  }
  const html = projects.map(({ long_description }) => long_description).join('');
  for (const tag of ['<h3>', '<p>', '<blockquote>', '<strong>', '<a href=']) expect(html).toContain(tag);

  // Seeding again does not restore samples that the operator has removed.
  await remove(projects.slice(6));
  expect(await seed()).toBe(0);
  expect(await list()).toHaveLength(6);
});

test('§3 each sample picture is used, and has at most 400 KB', () => {
  const used = samples.projects.flatMap(({ cover_Image, images }) => [cover_Image, ...images]);
  const pictures = readdirSync(join(SEED_DIR, 'pictures'));
  expect(new Set(used.filter(Boolean))).toEqual(new Set(pictures));
  for (const name of pictures)
    expect(statSync(join(SEED_DIR, 'pictures', name)).size).toBeLessThanOrEqual(400_000);
});

test('after an interrupted seeding, the next seeding adds the missing samples in order', async () => {
  // The fourth project's title is too long, so PocketBase refuses it, and the seeding stops after three projects.
  const projects = samples.projects.with(3, { ...samples.projects[3], title: 'x'.repeat(201) } as Project);
  const broken = otherSamples((seedDir) =>
    writeFileSync(join(seedDir, 'projects.json'), JSON.stringify({ projects })),
  );
  await expect(seed(broken)).rejects.toThrow(/^The sample "x+" was not saved: .*"title":/);
  expect(await list()).toHaveLength(3);
  expect(isUnfinished()).toBe(true);

  expect(await seed()).toBe(5);
  expect((await list()).map(({ id }) => id)).toEqual(ids);
  expect(isUnfinished()).toBe(false);
});

test.each([false, true])(
  'adds no samples to a portfolio that contains another project (draft: %s)',
  async (draft) => {
    const { id } = await site.operator.collection('projects').create({ title: 'Ours', draft });
    expect(await seed()).toBe(0);
    await remove([{ id }]);
    expect(await list()).toEqual([]);
  },
);

const PICTURE = 'pictures/northlight-tiles.jpg';

test('adds nothing if a picture is missing, and names the picture', async () => {
  const missing = otherSamples((seedDir) => rmSync(join(seedDir, PICTURE)));
  await expect(seed(missing)).rejects.toThrow(/ENOENT.*northlight-tiles\.jpg/);
  expect(await list()).toEqual([]);
  expect(isUnfinished()).toBe(false);
});

test('names the project if a picture is invalid', async () => {
  const invalid = otherSamples((seedDir) => writeFileSync(join(seedDir, PICTURE), 'not a picture'));
  await expect(seed(invalid)).rejects.toThrow(/^The sample "Northlight.*"images":/);
});

test('a remote’s folder `seed` fills its own collections, in the order of the file', async () => {
  const repository = mkdtempSync(join(site.dataDir, 'repository-'));
  const own = join(repository, 'journal-remote/seed');
  cpSync(join(SEED_DIR, PICTURE), join(own, 'pictures/quay.jpg'));
  const authors = [{ id: 'author000000001', name: 'Ada' }];
  const text = '<p>Look:</p><p><img src="quay.jpg"></p>';
  const articles = ['1', '2'].map((number) => ({
    ...{ id: `article0000000${number}`, title: `Article ${number}`, text, photo: 'quay.jpg' },
    author: 'author000000001',
  }));
  writeFileSync(join(own, 'journal.json'), JSON.stringify({ note: 'Invented.', authors, articles }));
  expect(findSeedDirs(repository)).toEqual([own]);

  expect(await seed(own)).toBe(3);
  const found = await site.visitor.collection('articles').getFullList({ expand: 'author' });
  expect(found).toMatchObject(articles.map(({ title }) => ({ title, expand: { author: { name: 'Ada' } } })));
  for (const { id, text: placed, photo } of found)
    expect(placed).toBe(text.replace('quay.jpg', `/api/files/articles/${id}/${photo}`));

  await site.operator.collection('articles').delete('article00000002');
  expect(await seed(own)).toBe(0);

  writeFileSync(join(own, 'journal.json'), JSON.stringify({ letters: [{ id: 'letter000000001' }] }));
  await expect(seed(own)).rejects.toThrow(
    'There are samples of letters, but no such collection: add its migration.',
  );
  writeFileSync(join(own, 'journal.json'), JSON.stringify({ authors: [{ name: 'Bo' }] }));
  await expect(seed(own)).rejects.toThrow(/^A sample of authors in .*journal\.json has no id\.$/);
});
