import { PREVIEW_ID } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { changesOf, kilobytes, type AppChange } from '../release/changesOf';
import { describeCommit } from '../release/describeBuilds';

interface SummaryOptions {
  store: Store;
  /** One that has been written: live, or a preview. */
  release: Release;
  /** A checkout, for the commits between two builds of an app. */
  repository: string;
  /** Where the site is read, e.g. `https://www.example.com`. */
  siteUrl?: string | undefined;
}

/** What a release changes, in Markdown: address, apps, commits, bytes against before, and how many pages. */
export async function summarizeRelease({
  store,
  release,
  repository,
  siteUrl = '',
}: SummaryOptions): Promise<string> {
  const { before, changes } = await changesOf(store, release, repository);
  const changed = changes.filter(({ version, earlier }) => version !== earlier);
  const pages = Object.entries(release.pages).filter(
    ([file, { content }]) => before?.pages[file]?.content !== content,
  );
  const isPreview = PREVIEW_ID.test(release.id);
  const site = siteUrl.replace(/\/$/, '');
  const address = isPreview ? `${site}/?release=${release.id}` : site;
  return [
    `**${isPreview ? 'Preview' : 'Live'}**: ${address || `release ${release.id}`}`,
    '',
    '| app | build | of | bytes | against before |',
    '| --- | --- | --- | --- | --- |',
    ...changed.map(tableRow),
    '',
    // Indented: nothing that somebody has written in a commit is taken for Markdown, or calls anybody.
    ...changed.flatMap(({ commits }) => commits.map((commit) => `    ${commit}`)),
    '',
    `Pages that differ: ${pages.length} of ${Object.keys(release.pages).length}.`,
    '',
  ].join('\n');
}

function tableRow({ app, version, earlier, bytes, earlierBytes, source }: AppChange): string {
  const build = `${version}${earlier ? `, was ${earlier}` : ', new'}`;
  const more =
    earlierBytes === undefined ? '' : `${bytes < earlierBytes ? '' : '+'}${kilobytes(bytes - earlierBytes)}`;
  return `| ${app} | ${build} | ${source ? describeCommit(source) : ''} | ${kilobytes(bytes)} | ${more} |`;
}
