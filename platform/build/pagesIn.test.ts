import { expect, test } from '@jest/globals';
import { pagesIn } from './writeDescription';

const chunk = (name: string) => ({ scripts: [`${name}.js`], styles: [] });
const chunks = { ChartPage: chunk('ChartPage'), Chart: chunk('Chart'), HomePage: chunk('HomePage') };

test('only chunks that route ids name are pages, not a chart that a page loads later', () => {
  const server = `const routes = [{ id: 'journal/ChartPage' }, { id: "journal/HomePage" }];
    const load = () => import(/* webpackChunkName: "Chart" */ './Chart');`;
  expect(Object.keys(pagesIn(server, 'journal', chunks))).toEqual(['ChartPage', 'HomePage']);
  expect(pagesIn(server, 'studio', chunks)).toEqual({});
});
