import { expect, test } from '@jest/globals';
import { categoryAddress } from './categoryAddress';

test('§2 a category has an address of its own, and so has the whole list', () => {
  expect(categoryAddress('R&D “x”')).toBe('/projects?category=R%26D%20%E2%80%9Cx%E2%80%9D');
  expect(categoryAddress(undefined)).toBe('/projects');
});
