import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectPictures } from '../browser/expectPictures';
import { projectRecords } from '../browser/projectRecords';
import { copySite } from '../browser/startSite';
import { expect, test } from '../browser/test';

// With JavaScript disabled, the browser refuses every preloaded script with the error `csp`.
test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

test('§7 without scripts and resized copies, every picture is shown', async ({ page }) => {
  const [record] = await projectRecords();
  const site = await copySite();
  rmSync(join(site.directory, 'assets/pictures'), { recursive: true });
  try {
    const answers = new Set<number>();
    page.on('response', (answer) => {
      if (answer.url().endsWith('.avif')) answers.add(answer.status());
    });
    for (const path of ['/projects', `/projects/${record?.id}`]) {
      await page.goto(site.url + path);
      await expectPictures(page, /\.avif$/);
    }
    expect([...answers]).toEqual([302]);
  } finally {
    await site.stop();
  }
});
