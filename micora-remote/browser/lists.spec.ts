import { expectLists } from '@site/tests/browser/expectLists';
import { keepAppLinks } from '@site/tests/browser/keepAppLinks';
import { test } from '@site/tests/browser/test';
import { remote } from '../remote.config';

test('Accessibility: lists without markers are still lists in Safari', async ({ page }) => {
  await keepAppLinks(page);
  await expectLists(page, remote.paths);
});
