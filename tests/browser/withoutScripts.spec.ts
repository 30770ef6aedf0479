import { projectRecords } from './projectRecords';
import { expect, test } from './test';

test.describe('§2 without scripts', () => {
  // With JavaScript disabled, the browser blocks every preloaded script with the error `csp`.
  test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

  test('§2 links lead from the home page through a category to a project', async ({ page }) => {
    const records = await projectRecords();
    const { category, title } = records.at(-1) ?? { category: '', title: '' };
    await page.goto('/');
    await page.getByRole('link', { name: 'View Our Work' }).click();
    await page.getByRole('link', { name: category, exact: true }).click();
    const titles = records.filter((one) => one.category === category).map((one) => one.title);
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles);
    const filter = page.getByRole('group', { name: 'Filter by category' });
    await expect(filter.locator('[aria-current=true]')).toHaveText(category);
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  test.describe('an unknown project', () => {
    test.use({ expectedNoise: [/\.js csp$|status of 404|^status 404/] });
    test('§2 the page says that there is no such project, and has no canonical address', async ({ page }) => {
      await page.goto('/projects/unknown');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project Not Found');
      await expect(page.getByRole('alert')).toHaveText('The project you are looking for does not exist.');
      for (const name of ['Go Back', 'View All Projects', 'Back to projects'])
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/projects');
      await expect(page.locator('link[rel=canonical], #data')).toHaveCount(0);
    });
  });

  test('Failures: the contact page does not ask for a reload', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.locator('#unready')).toHaveCSS('animation-name', 'none');
    await expect(page.locator('#unready')).toBeHidden();
  });

  test('§4 the mobile menu opens, and its links work', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await expect(page).toHaveURL(/\/projects$/);
  });
});
