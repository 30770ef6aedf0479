import '@testing-library/jest-dom/jest-globals';
import type { jest as imported } from '@jest/globals';

declare global {
  /**
   * Jest's global object. Tests that mock modules use this global instead of importing `jest` from `@jest/globals`, because
   * the compiler moves calls to `jest.mock` above the imports only if `jest` is global
   * (https://github.com/swc-project/swc/issues/6243).
   */
  const jest: typeof imported;
}
