import { expect, test } from '@jest/globals';
import { nextProject } from './nextProject';

const [one, two] = ['one', 'two'].map((id) => ({
  id,
  collection: 'projects',
  title: `Project ${id}`,
  category: 'Website',
  coverImage: `${id}.jpg`,
}));

test('after each project comes the next one of the list, after the last one the first', () => {
  const projects = [one, two].flatMap((project) => (project ? [{ ...project, status: 'Completed' }] : []));
  expect(nextProject(projects, 'one')).toEqual(two);
  expect(nextProject(projects, 'two')).toEqual(one);
});

test('none comes after the only one, or after one that is not in the list', () => {
  const projects = one ? [one] : [];
  expect(nextProject(projects, 'one')).toBeUndefined();
  expect(nextProject(projects, 'two')).toBeUndefined();
  expect(nextProject([], 'one')).toBeUndefined();
});
