import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { signIn } from '@site/backend/testing/signIn';
import { dashboardEditorOutput } from '../browser/dashboardEditor';
import { hydrated } from '../browser/hydrated';
import { startSite, type RunningSite } from '../browser/startSite';
import { expect, siteStore, test } from '../browser/test';

const LONG = '<p>Ten lodges stand beside the tidal marsh.</p>'.repeat(60);
const PARTS =
  '<p><a href="#part">To the part</a> <a href="#café">To the café</a></p>' +
  `${LONG}<h2 id="part">The part</h2>${LONG}<h2 id="café">The café</h2>${LONG}`;
const WIDE = `<table><tbody><tr>${'<td>Quarterly</td>'.repeat(20)}</tr></tbody></table>`;

test.describe('§3 a long description', () => {
  test.describe.configure({ mode: 'default' });
  let backend: TestBackend;
  let site: RunningSite;
  let id: string;

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    backend = await startTestBackend({ seeded: false });
    const operator = await signIn(backend);
    const cover = new File([Buffer.from(PIXEL, 'base64')], 'pixel.png', { type: 'image/png' });
    const record = await operator.collection('projects').create({ title: 'Text', images: [cover] });
    id = record.id;
    const page = await browser.newPage();
    const written = await dashboardEditorOutput(page);
    await page.close();
    const file = `${backend.url}/api/files/projects/${id}/${(record.images as string[])[0]}`;
    await operator.collection('projects').update(id, {
      long_description: `${written.replace(/http:\/\/127[^"]*one.png/, file)}${WIDE}${PARTS}`,
    });
    site = await startSite({ backendUrl: backend.url, takesFrom: siteStore() });
  });
  test.afterAll(async () => {
    await site.stop();
    await backend.stop();
  });

  test('§3 of the dashboard’s own editor is shown whole, the same text by deployment and by the browser', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const text = document.querySelector('section > h2 + div');
        const changes: string[] = [];
        Object.assign(window, { changes });
        if (text) new MutationObserver(() => changes.push(text.innerHTML)).observe(text, { childList: true });
      });
    });
    await page.goto(`${site.url}/projects/${id}`);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([]);

    const text = page.getByRole('heading', { name: 'About this project' }).locator('+ div');
    for (const level of [1, 2, 3, 4, 5, 6]) {
      const shown = text.getByRole('heading', { name: `Heading ${level}`, level: Math.min(level + 1, 6) });
      await expect(shown).toBeVisible();
    }
    for (const [side, align] of Object.entries({
      Left: 'left',
      Center: 'center',
      Right: 'right',
      Full: 'justify',
    })) {
      await expect(text.getByText(`Justify${side}`)).toHaveCSS('text-align', align);
    }
    for (const [words, element] of Object.entries({
      bold: 'strong',
      italic: 'em',
      underline: 'u',
      strikethrough: 's',
      superscript: 'sup',
      subscript: 'sub',
      code: 'code',
    })) {
      await expect(text.locator(element, { hasText: `In ${words}` })).toBeVisible();
    }
    await expect(text.getByText('From right to left')).toHaveCSS('direction', 'rtl');
    await expect(text.getByRole('link', { name: 'A link' })).toHaveAttribute(
      'href',
      'https://example.com/?a=1&b=2',
    );
    await expect(text.getByRole('link', { name: 'Two' })).toHaveAttribute(
      'href',
      'https://example.com/two.png',
    );
    const picture = text.getByRole('img', { name: 'One' });
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await expect(text.getByRole('columnheader')).toHaveText(['Quarter', 'Orders']);
    await expect(text.getByRole('row', { name: 'Q1 10' }).getByRole('cell')).toHaveText(['Q1', '10']);
  });

  test('§3 has links to its own parts, which Back leads to as well', async ({ page }) => {
    await page.goto(`${site.url}/projects`);
    await hydrated(page);
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    const part = page.getByRole('heading', { name: 'The part' });
    const cafe = page.getByRole('heading', { name: 'The café' });
    await page.getByRole('link', { name: 'To the café' }).click();
    await expect(cafe).toBeInViewport();
    await page.getByRole('link', { name: 'To the part' }).click();
    await expect(part).toBeInViewport();
    await page.goBack();
    await expect(cafe).toBeInViewport();
    await expect(part).not.toBeInViewport();
  });

  test.describe('at 390 px', () => {
    test.use({ viewport: { width: 390, height: 844 } });
    test('§3 has its wide table scroll by itself, by keyboard as well', async ({ page }) => {
      await page.goto(`${site.url}/projects/${id}`);
      await hydrated(page);
      const frame = page.getByRole('group', { name: 'Table' }).last();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > 2 * clientWidth)).toBe(
        true,
      );
      await page.getByRole('group', { name: 'Table' }).first().focus();
      await page.keyboard.press('Tab');
      await expect(frame).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    });
  });
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
