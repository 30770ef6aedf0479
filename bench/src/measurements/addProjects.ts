import { signIn } from '@site/backend/testing/signIn';
import type { TestBackend } from '@site/backend/testing/startTestBackend';

/** Fills a portfolio with copies of its first project, without pictures. */
export async function addProjects(backend: TestBackend, count: number): Promise<void> {
  const projects = (await signIn(backend)).collection('projects');
  const [first, ...others] = await projects.getFullList<Record<string, unknown>>();
  const { title, description, long_description, category, status, technologies } = first ?? {};
  for (let index = others.length + 1; index < count; index += 1) {
    const texts = { description, long_description, category, status, technologies };
    await projects.create({ ...texts, title: `${String(title)} ${index}` });
  }
}
