import { describe, expect, test } from '@jest/globals';
import { sampleProject } from '../../testing/sampleProject';
import { projectHead } from './projectHead';

describe('Findability: the head of a project', () => {
  test('says what it is, shows a picture, and tells when it was changed; or can do with a title alone', () => {
    const description = 'A booking site for a small ferry line.';
    const subject = { '@type': 'CreativeWork', name: 'Harbour Lights' };
    expect(projectHead(sampleProject())).toEqual({
      title: 'Harbour Lights',
      description,
      image: '/api/files/projects/harbour00000001/cover_a1.jpg?thumb=1440x960',
      modified: '2025-03-01T12:00:00.000Z',
      subject: { ...subject, description, genre: 'Website', keywords: 'React, Go' },
    });
    const bare = { description: '', category: '', technologies: [], coverImage: '', modified: '' };
    const own = 'Harbour Lights, a project of the studio.';
    expect(projectHead(sampleProject(bare))).toEqual({
      title: 'Harbour Lights',
      description: own,
      subject: { ...subject, description: own },
    });
  });

  test.each([
    ['🙂'.repeat(200), '🙂'.repeat(200)],
    ['🙂'.repeat(201), `${'🙂'.repeat(199)}…`],
  ])('has a description of 200 characters at most: %s', (description, shortened) => {
    expect(projectHead(sampleProject({ description })).description).toBe(shortened);
  });
});
