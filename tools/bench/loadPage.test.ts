import { expect, test } from '@jest/globals';
import { depthAt } from './loadPage';

const page = { start: 0, answered: 1000 };
const script = { start: 1010, answered: 2020 };
const style = { start: 1015, answered: 2030 };
const data = { start: 2100, answered: 3110 };

test.each([
  ['nothing before the first answer', 999, 0],
  ['one while only the document has been answered', 1200, 1],
  ['two for requests that go out together', 2050, 2],
  ['three with what follows from an answer', 3200, 3],
])('the depth of a page load is %s, in whatever order requests are listed', (_what, moment, depth) => {
  expect(depthAt([page, script, style, data], moment)).toBe(depth);
  expect(depthAt([data, style, page, script], moment)).toBe(depth);
});
