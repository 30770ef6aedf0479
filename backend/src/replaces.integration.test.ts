import { readFileSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { RecordModel, RecordService } from 'pocketbase';
import { careersMigration } from './testing/careersMigration';
import { expectRefusal, runJob, site, getStatus, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

/**
 * Adds the collection `careers`, as another team might. No two records may have the same `number`, and no two public
 * records may have the same `place`.
 */
const MIGRATION = careersMigration({
  fields: [
    { type: 'text', name: 'number' },
    { type: 'text', name: 'place' },
    { type: 'editor', name: 'text' },
    { type: 'file', name: 'files', maxSelect: 5, maxSize: 1_000_000 },
  ],
  after: `
  careers.addIndex('idx_careers_number', true, 'number', '');
  careers.addIndex('idx_careers_place', true, 'place', 'draft = FALSE');
  app.save(careers);`,
});

useBackend(() => ({ migration: MIGRATION }));

interface Project extends RecordModel {
  title: string;
  long_description: string;
  cover_Image: string;
  images: string[];
  image_descriptions: string[];
  draft: boolean;
  replaces: string;
  replaced_at: string;
  created: string;
}
type Values = Partial<Omit<Project, 'cover_Image' | 'images'>> & Record<string, unknown>;

let projects: RecordService<Project>;
beforeAll(() => {
  projects = site.operator.collection('projects');
});

const seed = resolve(import.meta.dirname, '../seed/pictures');
const bytes = readFileSync(resolve(seed, 'tallybird-cover.jpg'));
const picture = (name: string) => new File([bytes], name, { type: 'image/jpeg' });

const seen = (id: string) => site.visitor.collection('projects').getOne<Project>(id);
const fileStatus = async (id: string, name: string, query = '') =>
  (await fetch(`${site.url}/api/files/projects/${id}/${name}${query}`)).status;
const address = (id: string, name = '') => `/api/files/projects/${id}/${name}`;

/** Publishes a project with a cover and two pictures. Its text shows the first picture. */
async function publish(values: Values = {}): Promise<Project> {
  const { id, images } = await projects.create({
    title: 'First version',
    technologies: ['React'],
    cover_Image: picture('cover.jpg'),
    images: [picture('one.jpg'), picture('two.jpg')],
    image_descriptions: ['One', 'Two'],
    ...values,
  });
  const long_description = `<p><img src="${address(id, images[0])}?thumb=480x320f" alt=""></p>`;
  return projects.update(id, { long_description });
}

/**
 * Copies a record as the dashboard's "Duplicate" does, without the id, the dates and the files. By default, the copy
 * is a draft. The given values override all others.
 */
async function duplicate({ id }: { id: string }, values: Values = {}): Promise<Project> {
  const shown = await projects.getOne(id);
  const left = ['id', 'created', 'updated', 'cover_Image', 'images', 'collectionId', 'collectionName'];
  const copied = Object.fromEntries(Object.entries(shown).filter(([name]) => !left.includes(name)));
  return projects.create({ ...copied, draft: true, ...values });
}

/** Saves changes as the dashboard does: sends all fields of the record, not only the changed ones. */
async function save(id: string, values: object): Promise<Project> {
  const shown: Record<string, unknown> = await projects.getOne(id);
  return projects.update(id, { ...shown, ...values });
}
const switchOff = (id: string, values: object = {}) => save(id, { ...values, draft: false });

test('"Duplicate" makes a draft that replaces the published record, with all its pictures', async () => {
  const published = await publish();
  const draft = await duplicate(published, { title: 'Second version' });
  expect(draft).toMatchObject({
    ...{ title: 'Second version', replaces: published.id, draft: true, image_descriptions: ['One', 'Two'] },
    ...{ images: published.images, cover_Image: published.cover_Image },
    long_description: published.long_description.replace(published.id, draft.id),
  });
  expect(await seen(published.id)).toMatchObject({ title: 'First version', replaces: '' });
  expect(await fileStatus(draft.id, draft.cover_Image)).toBe(404);
  expect(await getStatus(seen(draft.id))).toBe(404);
  // For a published record, the dashboard sends the record's own id in `replaces`. The backend does not store that id.
  await save(published.id, { title: 'Corrected' });
  expect(await seen(published.id)).toMatchObject({ title: 'Corrected', replaces: '' });
});

test('a copy that is not a draft is refused, so that nothing is public twice', async () => {
  const { id } = await publish();
  await expectRefusal(duplicate({ id }, { draft: false }), 'validation_no_draft', 'replaces');
  expect(await duplicate({ id }, { draft: false, replaces: '' })).toMatchObject({ images: [] });
  const other = await projects.create({ title: 'Other' });
  const isPublic = projects.update(other.id, { replaces: id });
  await expectRefusal(isPublic, 'validation_no_draft', 'replaces');
});

test('publishing a draft changes what is published, and publishing it again undoes the change', async () => {
  const first = await publish();
  const second = await duplicate(first);
  // The second version has another cover, lacks the picture "one", and has one more picture, which its text shows.
  const changed = await projects.update(second.id, {
    ...{ title: 'Second version', cover_Image: picture('new.jpg') },
    ...{ 'images-': [first.images[0]], 'images+': [picture('three.jpg')] },
    image_descriptions: ['Two', 'Three'],
  });
  const [two = '', three = ''] = changed.images;
  const text = `<p><img src="${address(second.id, three)}"><img src="${address(first.id, two)}"></p>`;
  await projects.update(second.id, { long_description: text });
  const kept = await switchOff(second.id);

  const page = await seen(first.id);
  expect(page).toMatchObject({
    ...{ id: first.id, title: 'Second version', created: first.created, technologies: ['React'] },
    ...{ images: [two, three], image_descriptions: ['Two', 'Three'], cover_Image: changed.cover_Image },
    long_description: text.replace(second.id, first.id),
  });
  for (const name of [...page.images, page.cover_Image]) {
    for (const query of ['', '?thumb=480x320'])
      expect([name, await fileStatus(first.id, name, query)]).toEqual([name, 200]);
  }
  expect(await projects.getOne(second.id)).toEqual(kept);
  expect(kept).toMatchObject({
    ...{ id: second.id, title: 'First version', draft: true, replaces: first.id, created: second.created },
    ...{ images: first.images, cover_Image: first.cover_Image },
    long_description: first.long_description.replace(first.id, second.id),
  });
  expect(Math.abs(Date.parse(kept.replaced_at) - Date.now())).toBeLessThan(5000);
  expect(await getStatus(seen(second.id))).toBe(404);

  await switchOff(second.id);
  const { updated, ...original } = await seen(first.id);
  expect(first).toMatchObject(original);
  expect(Date.parse(String(updated))).toBeGreaterThan(Date.parse(String(first.updated)));
  for (const name of [...first.images, first.cover_Image]) expect(await fileStatus(first.id, name)).toBe(200);
  expect(await projects.getOne(second.id)).toMatchObject({ title: 'Second version', draft: true });
});

test('changes that an editor saves together with the publication are published too', async () => {
  const first = await publish();
  const { id, images } = await duplicate(first);
  await switchOff(id, {
    ...{ title: 'At once', images: [images[1], picture('three.jpg')], cover_Image: '' },
  });
  const page = await seen(first.id);
  expect(page).toMatchObject({ title: 'At once', cover_Image: '', images: [images[1], expect.any(String)] });
  for (const name of page.images) expect(await fileStatus(first.id, name)).toBe(200);
  // The draft now contains the earlier version. Publishing it again makes that version public with all its files.
  await switchOff(id);
  for (const name of [...first.images, first.cover_Image]) expect(await fileStatus(first.id, name)).toBe(200);
});

test('an invalid draft is refused, the error names the fault, and nothing changes', async () => {
  const { id } = await publish();
  const draft = await duplicate({ id });
  await expectRefusal(switchOff(draft.id, { title: '' }), 'validation_required', 'title');
  expect(await projects.getOne(draft.id)).toMatchObject({ title: 'First version', draft: true });
  expect(await seen(id)).toMatchObject({ title: 'First version' });
});

test('a draft with a time is published in place of a record at that time', async () => {
  const { id } = await publish();
  const publish_at = new Date(Date.now() - 1000).toISOString();
  const draft = await duplicate({ id }, { title: 'In time', publish_at });
  await runJob('publish');
  expect(await seen(id)).toMatchObject({ title: 'In time' });
  expect(await projects.getOne(draft.id)).toMatchObject({ title: 'First version', publish_at: '' });
  // Another run of the job does not publish the earlier version again.
  await runJob('publish');
  expect(await seen(id)).toMatchObject({ title: 'In time' });
});

test('a draft takes the place of a record once, even if two runs of the job find it', async () => {
  const { id } = await publish();
  const publish_at = new Date(Date.now() - 1000).toISOString();
  const draft = await duplicate({ id }, { title: 'Once', publish_at });
  await Promise.all([1, 2, 3, 4].map(() => runJob('publish')));
  expect(await seen(id)).toMatchObject({ title: 'Once' });
  expect(await projects.getOne(draft.id)).toMatchObject({ title: 'First version', draft: true });
});

test('two drafts may replace one record: each changes what is public at that moment', async () => {
  const { id } = await publish();
  const second = await duplicate({ id }, { title: 'Second version' });
  // The third draft names the second draft, so it replaces the same published record as the second draft.
  const third = await duplicate(second, { title: 'Third version', replaces: second.id });
  expect(third.replaces).toBe(id);
  await switchOff(second.id);
  await switchOff(third.id);
  expect(await seen(id)).toMatchObject({ title: 'Third version' });
  expect(await projects.getOne(third.id)).toMatchObject({ title: 'Second version' });
  expect(await projects.getOne(second.id)).toMatchObject({ title: 'First version' });
  await switchOff(second.id);
  expect(await seen(id)).toMatchObject({ title: 'First version' });
});

test('if the published record has been deleted, its draft becomes a new one', async () => {
  const { id } = await publish();
  const draft = await duplicate({ id }, { title: 'Alone' });
  await projects.delete(id);
  expect(await projects.getOne(draft.id)).toMatchObject({ replaces: '', draft: true });
  await switchOff(draft.id);
  const page = await seen(draft.id);
  expect(page).toMatchObject({ title: 'Alone', images: draft.images });
  expect(await fileStatus(page.id, page.cover_Image)).toBe(200);
  expect(await getStatus(seen(id))).toBe(404);
});

test('a record that a draft has replaced has the date of its replacement until it is public again', async () => {
  const { id } = await publish();
  const draft = await duplicate({ id }, { title: 'Second version' });
  await switchOff(draft.id);
  await projects.delete(id);
  expect(await projects.getOne(draft.id)).not.toMatchObject({ replaced_at: '' });
  await switchOff(draft.id);
  expect(await projects.getOne(draft.id)).toMatchObject({ draft: false, replaced_at: '' });
});

describe("another team's records, with unique values", () => {
  test('are published in place of others, with files and texts', async () => {
    const careers = site.operator.collection('careers');
    const files = [new File(['one'], 'one.txt'), new File(['two'], 'two.txt')];
    const first = await careers.create({ title: 'Cook', number: '1', place: 'London', files });
    const draft = await careers.create({
      ...{ title: 'Chef', number: '2', place: 'London', draft: true, replaces: first.id },
      text: `<a href="${site.url}/api/files/careers/${first.id}/${String(first.files)}">One</a>`,
    });
    for (const [title, number] of [
      ['Chef', '2'],
      ['Cook', '1'],
    ]) {
      await careers.update(draft.id, { draft: false });
      const published = await site.visitor.collection('careers').getFullList();
      expect(published).toMatchObject([
        { id: first.id, title, number, place: 'London', files: first.files as string[] },
      ]);
      const [name = ''] = first.files as string[];
      expect(await (await fetch(site.visitor.files.getURL(first, name))).text()).toBe('one');
    }
    // If publishing a draft would give two public records the same `place`, the backend refuses, and changes nothing.
    const other = await careers.create({ title: 'Waiter', number: '3', place: 'Leeds' });
    const move = await careers.create({
      title: 'Move',
      number: '4',
      place: 'London',
      draft: true,
      replaces: other.id,
    });
    await expectRefusal(careers.update(move.id, { draft: false }), 'validation_not_unique', 'place');
    expect(await careers.getOne(other.id)).toMatchObject({ title: 'Waiter', place: 'Leeds' });
    expect(await careers.getOne(move.id)).toMatchObject({ title: 'Move', draft: true });
  });
});

test('ten pictures of 5 MB are published within two seconds, and the earlier ten are kept', async () => {
  const ten = (name: string) => Array.from({ length: 10 }, () => picture(name));
  const { id, images } = await publish({ images: ten('old.jpg') });
  const draft = await projects.update((await duplicate({ id })).id, { images: ten('new.jpg') });
  const fill = async (record: Project, character: string) => {
    for (const name of record.images)
      await writeFile(
        join(site.dataDir, 'storage', record.collectionId, record.id, name),
        character.repeat(5_000_000),
      );
  };
  await fill(await projects.getOne(id), 'a');
  await fill(draft, 'b');
  const begun = performance.now();
  await projects.update(draft.id, { draft: false });
  expect(performance.now() - begun).toBeLessThan(2000);
  expect((await seen(id)).images).toEqual(draft.images);
  expect((await projects.getOne(draft.id)).images).toEqual(images);
  for (const name of draft.images) {
    const answer = await fetch(site.url + address(id, name));
    expect((await answer.text()) === 'b'.repeat(5_000_000)).toBe(true);
  }
});

test('files that no record names any more are removed at night, but not within an hour', async () => {
  const { id, collectionId } = await publish();
  const draft = await duplicate({ id });
  await switchOff(draft.id, { images: [picture('new.jpg')], cover_Image: '' });
  const [name = ''] = (await seen(id)).images;
  expect(await fileStatus(id, name, '?thumb=480x320')).toBe(200);
  const storage = join(site.dataDir, 'storage', collectionId);
  /** Returns the number of files in each record's folder, not counting thumbnails or `.attrs` files. */
  const stored = async () => {
    const folders = await Promise.all([id, draft.id].map((folder) => readdir(join(storage, folder))));
    return folders.map((names) => names.filter((file) => !/attrs$|^thumbs_/.test(file)).length);
  };
  expect(await stored()).toEqual([4, 4]);
  await runJob('sweepFiles');
  expect(await stored()).toEqual([4, 4]);
  const then = new Date(Date.now() - 61 * 60_000);
  for (const file of await readdir(storage, { recursive: true }))
    await utimes(join(storage, file), then, then);
  await runJob('sweepFiles');
  expect(await stored()).toEqual([1, 3]);
  expect(await fileStatus(id, name)).toBe(200);
  expect(await readdir(join(storage, id))).toContain(`thumbs_${name}`);
});
