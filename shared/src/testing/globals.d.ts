import '@testing-library/jest-dom/jest-globals';
import type { jest as imported } from '@jest/globals';

declare global {
  /**
   * Jest's own global. A test that mocks modules uses it instead of the import from `@jest/globals`, because the
   * compiler lifts `jest.mock` above the imports only then (https://github.com/swc-project/swc/issues/6243).
   */
  const jest: typeof imported;
}
