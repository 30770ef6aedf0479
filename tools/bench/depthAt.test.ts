import { describe, expect, test } from '@jest/globals';
import { depthAt } from './depthAt';

const page = { start: 0, answered: 1000 };
const script = { start: 1010, answered: 2020 };
const style = { start: 1015, answered: 2030 };
const data = { start: 2100, answered: 3110 };

describe('the depth of a page load', () => {
  test('is one while only the document has been answered', () => {
    expect(depthAt([page, script, style, data], 1200)).toBe(1);
  });

  test('counts requests that go out together once', () => {
    expect(depthAt([page, script, style, data], 2050)).toBe(2);
  });

  test('counts what follows from an answer', () => {
    expect(depthAt([page, script, style, data], 3200)).toBe(3);
  });

  test('does not depend on the order in which requests are listed', () => {
    expect(depthAt([data, style, page, script], 3200)).toBe(3);
  });

  test('is nothing before the first answer', () => {
    expect(depthAt([page], 999)).toBe(0);
  });
});
