import { everyAddress } from './everyAddress';
import { openHydrated } from './hydrated';
import { keepAppLinks } from './keepAppLinks';
import { expect, test } from './test';

/** The only strings that may be in title case, because the specification prescribes them. */
const TITLE_CASE = [
  ...['Website Development', 'Mobile App Development', 'UI/UX Design', 'Digital Consulting', 'About Us'],
  ...[
    'Date Memories',
    'Partner Sync',
    'Smart Reminders',
    'Private Journal',
    'Secure & Private',
    'Cloud Sync',
  ],
  ...['View Our Work', 'Get Started', 'Get in Touch', 'Start Your Project', 'Try Again', 'Go Back'],
  ...['View All Projects', 'Project Not Found', 'App Not Opening?', 'Try Opening App Again'],
  'Verification Link Invalid',
];

const NAMES = /\b(?:MiCora|Digital Studio(?: Ltd)?|London|App Store|Google Play|UK|England|Wales)\b/g;

test('§2 headings, buttons and links are in sentence case unless a rule says otherwise', async ({ page }) => {
  await keepAppLinks(page);
  const manual = '/micora/verification?userId=ada&secret=hidden';
  for (const path of [...(await everyAddress()), manual, '/micora/verification?userId=']) {
    await openHydrated(page, path);
    if (path === manual) await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(':is(h1, h2, h3, button, a, summary)')]
        // Skip project, category and technology names, because operators may capitalise them as they like.
        .filter(
          (element) => !element.closest('article, [aria-label="Next project"], [role=group], [translate=no]'),
        )
        .filter((element) => element.localName !== 'h1' || !location.pathname.startsWith('/projects/'))
        .map((element) => element.innerText.replace(/\s+/g, ' ').trim()),
    );
    const wrong = texts.filter((text) => {
      if (TITLE_CASE.some((titleCase) => text.includes(titleCase))) return false;
      const sentences = text.replace(NAMES, 'x').split(/(?<=[.?!]) /);
      const laterWords = sentences.flatMap((sentence) => sentence.match(/[\p{L}’]+/gu)?.slice(1) ?? []);
      return laterWords.some((word) => /^\p{Lu}/u.test(word));
    });
    expect({ path, wrong }).toEqual({ path, wrong: [] });
  }
});
