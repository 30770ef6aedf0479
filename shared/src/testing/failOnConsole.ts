import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, type jest as imported } from '@jest/globals';

declare global {
  /**
   * Jest's own global. A test that mocks modules uses it instead of the import from `@jest/globals`, because the
   * compiler lifts `jest.mock` above the imports only then (https://github.com/swc-project/swc/issues/6243).
   */
  const jest: typeof imported;
}

/** Runs before every test file of the pages: a console error or warning fails the test that caused it. */
const noise: string[] = [];

beforeEach(() => {
  noise.length = 0;
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      noise.push(`console.${level}: ${words.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  jest.restoreAllMocks();
  expect(noise).toEqual([]);
});
