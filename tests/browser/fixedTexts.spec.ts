import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, siteStore, test } from './test';

/** The texts that appear later, by the app that shows them. What stands between two pieces is put in then. */
const TEXTS: Record<string, (string | string[])[]> = {
  'studio-remote': [
    'No Projects Found',
    'No projects are available at the moment.',
    ['No projects found in "', '" category.'],
    'Error Loading Projects',
    'Try Again',
    'Failed to load projects. Please try again later.',
    'Failed to load project. Please try again later.',
    'Project Not Found',
    'The project you are looking for does not exist.',
    'Go Back',
    'View All Projects',
    'Completed',
    'Previous image',
    'Next image',
    'Full name is required',
    'Name must be 100 characters or less',
    'Email address is required',
    'Please enter a valid email address',
    'Company name must be 100 characters or less',
    'Project details are required',
    'Message must be 5000 characters or less',
    'Sending...',
    "✅ Thank you for your message! We'll get back to you within 24 hours.",
    '❌ There was an error submitting your message. Please try again.',
    'Something went wrong.',
    'auto-cancelled',
    '127.0.0.1 instead of localhost',
  ],
  'micora-remote': [
    'Contact email is required',
    'MiCora account email is required',
    'Please enter a valid email address',
    'Processing...',
    "Request Submitted Successfully — We've received your deletion request. Your account and data will be permanently deleted within 30 days.",
    'Submission Failed — There was an error processing your request. Please try again or contact support.',
    ['Redirecting to ', '...'],
    'App Not Opening?',
    'Try Opening App Again',
    'Verification Link Invalid',
    'This verification link appears to be invalid or has already been used.',
  ],
};

test('§8 apps have the texts that they show later, in what browsers load', () => {
  for (const [app, texts] of Object.entries(TEXTS)) {
    const builds = join(siteStore(), 'assets', app);
    const scripts = readdirSync(builds, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    const code = scripts.map((name) => readFileSync(join(builds, name), 'utf8')).join('\n');
    const lost = texts.filter((text) => [text].flat().some((piece) => !code.includes(piece)));
    expect({ app, lost }).toEqual({ app, lost: [] });
  }
});
