import type { Project } from '../api/Project';

/**
 * Returns a project for tests. All fields except the colour, position and image descriptions have values. `differences`
 * overrides individual fields.
 */
export function sampleProject(differences: Partial<Project> = {}): Project {
  return {
    id: 'harbour00000001',
    collection: 'projects',
    title: 'Harbour Lights',
    description: 'A booking site for a small ferry line.',
    client: 'A ferry line with forty people',
    team: 'Three people, four months',
    problem: 'Passengers queued twice: for a ticket, and for the boat.',
    longDescription: '<h3>The task</h3><p>Make <strong>booking</strong> easy.</p>',
    category: 'Website',
    status: 'Completed',
    technologies: ['React', 'Go'],
    coverImage: 'cover_a1.jpg',
    images: ['one.jpg', 'two.jpg', 'three.jpg'],
    imageDescriptions: [],
    colour: '',
    position: 0,
    modified: '2025-03-01T12:00:00.000Z',
    ...differences,
  };
}

/** Returns a project for tests, with all optional fields empty. `differences` overrides fields. */
export function bareProject(differences: Partial<Project> = {}): Project {
  return sampleProject({
    description: '',
    client: '',
    team: '',
    problem: '',
    longDescription: '',
    category: '',
    status: '',
    technologies: [],
    coverImage: '',
    images: [],
    modified: '',
    ...differences,
  });
}
