import { expectLists } from '@site/tests/browser/expectLists';
import { projectRecords } from '@site/tests/browser/projectRecords';
import { test } from '@site/tests/browser/test';
import { remote } from '../remote.config';

test('Accessibility: lists without markers are still lists in Safari', async ({ page }) => {
  const [project] = await projectRecords();
  const paths = remote.paths.map((path) => path.replace(':projectId', project?.id ?? ''));
  await expectLists(page, paths);
});
