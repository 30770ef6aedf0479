import '@testing-library/jest-dom/jest-globals';
import type { jest as imported } from '@jest/globals';

declare global {
  /**
   * Jest's own global. Tests that mock modules use it instead of importing `jest` from `@jest/globals`, because the
   * compiler only hoists `jest.mock` above imports if it is global (https://github.com/swc-project/swc/issues/6243).
   */
  const jest: typeof imported;
}
