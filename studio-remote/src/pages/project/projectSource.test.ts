import { describe, expect, test } from '@jest/globals';
import { sampleProject } from '../../testing/sampleProject';
import { projectHead } from './projectHead';
import { projectSource } from './projectSource';

describe('the head of a project', () => {
  test('says what it is, shows a picture, and tells when it was changed', () => {
    expect(projectHead(sampleProject())).toEqual({
      title: 'Harbour Lights',
      description: 'A booking site for a small ferry line.',
      image: '/api/files/projects/harbour00000001/cover_a1.jpg?thumb=1440x960',
      modified: '2025-03-01T12:00:00.000Z',
      subject: {
        '@type': 'CreativeWork',
        name: 'Harbour Lights',
        description: 'A booking site for a small ferry line.',
        genre: 'Website',
        keywords: 'React, Go',
      },
    });
  });

  test('can do with a title alone', () => {
    const { title, description, ...rest } = projectHead(
      sampleProject({ description: '', category: '', technologies: [], coverImage: '', modified: '' }),
    );
    expect({ title, description }).toEqual({
      title: 'Harbour Lights',
      description: 'Harbour Lights, a project of the studio.',
    });
    expect(rest).toEqual({ subject: { '@type': 'CreativeWork', name: title, description } });
  });

  test('may have a description of 200 characters', () => {
    const description = '🙂'.repeat(200);
    expect(projectHead(sampleProject({ description })).description).toBe(description);
  });

  test('has a short description, cut between characters', () => {
    const { description } = projectHead(sampleProject({ description: '🙂'.repeat(500) }));
    expect(Array.from(description)).toHaveLength(200);
    expect(description).toMatch(/^(🙂)+…$/u);
  });
});

describe('what fills the pages of projects', () => {
  test('is each of them, by its id', async () => {
    const items = [{ id: 'a', title: 'A', category: 'Web', cover_Image: 'a.jpg' }, { id: 'b' }, null];
    const list = await projectSource.list(() => Promise.resolve({ items }));
    expect([...list].map(([id, { record }]) => [id, record])).toEqual([
      ['a', items[0]],
      ['b', items[1]],
    ]);
    const shown = [...list.values()].map((project) => projectSource.prepare(project, () => window));
    expect(shown.map(({ title }) => title)).toEqual(['A', 'Untitled project']);
    expect(shown.map(({ next }) => next)).toEqual([
      { id: 'b', collection: 'projects', title: 'Untitled project', category: '', coverImage: '' },
      { id: 'a', collection: 'projects', title: 'A', category: 'Web', coverImage: 'a.jpg' },
    ]);
  });

  test('names no other project if there is none', async () => {
    const list = await projectSource.list(() => Promise.resolve({ items: [{ id: 'a' }] }));
    expect(list.get('a')).toHaveProperty('next', undefined);
  });

  test('are its pictures, too, of which there can be copies', () => {
    const record = {
      id: 'harbour00000001',
      collectionName: 'projects',
      images: ['one.jpg', '../two.jpg', 'three.jpg'],
    };
    const names = ['one.jpg', 'three.jpg'].map((file) => `a3/projects/harbour00000001/${file}`);
    expect(projectSource.pictures?.({ record, next: undefined })).toEqual(names);
    const next = sampleProject({ id: 'next' });
    expect(projectSource.pictures?.({ record, next })).toEqual([...names, 'a3/projects/next/cover_a1.jpg']);
  });

  test('cannot be made of what is no project', () => {
    expect(() => projectSource.prepare({ record: {}, next: undefined }, () => window)).toThrow('no project');
  });

  test('is an error if the backend cannot be read', async () => {
    await expect(projectSource.list(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  });
});
