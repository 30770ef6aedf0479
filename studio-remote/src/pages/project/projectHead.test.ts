import { describe, expect, test } from '@jest/globals';
import { bareProject, sampleProject } from '../../testing/sampleProject';
import { projectHead } from './projectHead';

describe('Findability: the head of a project', () => {
  const subject = { '@type': 'CreativeWork', name: 'Harbour Lights' };

  test('has the title, description, picture, last change and subject of the project', () => {
    const description = 'A booking site for a small ferry line.';
    expect(projectHead(sampleProject())).toEqual({
      title: 'Harbour Lights',
      description,
      image: '/assets/pictures/a7/projects/harbour00000001/cover_a1.jpg/share.jpg',
      modified: '2025-03-01T12:00:00.000Z',
      subject: { ...subject, description, genre: 'Website', keywords: 'React, Go' },
    });
  });

  test('has a description even if the project has only a title', () => {
    const description = 'Harbour Lights, a project of the studio.';
    expect(projectHead(bareProject())).toEqual({
      title: 'Harbour Lights',
      description,
      subject: { ...subject, description },
    });
  });

  test.each([
    [200, '🙂'.repeat(200)],
    [201, `${'🙂'.repeat(199)}…`],
  ])('limits a description of %i characters to 200', (length, shortened) => {
    const description = '🙂'.repeat(length);
    expect(projectHead(sampleProject({ description })).description).toBe(shortened);
  });
});
