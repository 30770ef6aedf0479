/** The matchers that the tests' setup adds, for the type checker. */
import '@testing-library/jest-dom/jest-globals';
