import { openHydrated } from '@site/tests/browser/hydrated';
import { projectRecords } from '@site/tests/browser/projectRecords';
import { expect, test } from '@site/tests/browser/test';
import sharp from 'sharp';

test.use({ viewport: { width: 2560, height: 1440 } });

test('§2 a full-page screenshot shows every large picture, although nobody has scrolled', async ({
  page,
}) => {
  const record = (await projectRecords()).find(({ cover_Image, images }) => cover_Image && images.length > 2);
  for (const path of ['/', '/projects', `/projects/${record?.id}`]) {
    await openHydrated(page, path);
    await page.waitForLoadState('networkidle');
    const picture = sharp(await page.screenshot({ fullPage: true }));
    const boxes = await page.evaluate(() =>
      [...document.querySelectorAll('main img')]
        .map((image) => image.getBoundingClientRect())
        .filter(({ width, left, right }) => width > 200 && left >= 0 && right <= innerWidth)
        .map(({ x, y, width, height }) => ({ left: x + width / 2, top: y + height / 2 })),
    );
    expect(boxes.length, path).toBeGreaterThan(2);
    const hidden: object[] = [];
    for (const { left, top } of boxes) {
      const at = { left: Math.round(left), top: Math.round(top), width: 1, height: 1 };
      const colour = [...(await picture.clone().extract(at).raw().toBuffer())];
      if (!isOfPicture(colour)) hidden.push({ ...at, colour });
    }
    expect({ path, hidden }).toEqual({ path, hidden: [] });
  }
});

/** Returns whether a colour is from a sample picture. `globalSetup.ts` gives all of them the same green and blue values. */
function isOfPicture([, green = 0, blue = 0]: number[]): boolean {
  return Math.abs(green - 120) < 9 && Math.abs(blue - 200) < 9;
}

test('Speed: before the scripts have run, only one picture of a page loads at once', async ({ request }) => {
  const [record] = (await projectRecords()).filter(
    ({ cover_Image, images }) => cover_Image && images.length > 2,
  );
  for (const path of ['/', '/projects', `/projects/${record?.id}`]) {
    const html = await (await request.get(path)).text();
    const eager = html.match(/<img[^>]* loading="eager"/g) ?? [];
    expect(html.match(/<img[^>]* loading="lazy"/g)?.length, path).toBeGreaterThan(1);
    expect(eager.length, path).toBe(1);
  }
});
