import { RECIPE } from '@site/shared/api/pictureCopy';
import type { LoadedBuild } from '../store/readBuild';
import { failingServer } from './failingServer';
import { tinyRemote } from './tinySite';

export interface Item {
  id: string;
  title: string;
  images?: string[];
}

/** The title of a record whose page cannot be rendered. */
export const BAD = 'Bad';

/** Starts a fake backend that serves the records that `items` returns. @returns the backend's URL */
export function serveItems(items: () => Item[]): Promise<string> {
  return failingServer((request, response) => {
    const isKnown = request.url === '/api/collections/projects/records?perPage=500';
    response.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ items: items() }));
  });
}

/**
 * Returns the source code of a data source that has one entry for each record.
 *
 * @param more the source code of the data source's other methods. By default, each page gets its record unchanged
 */
export function itemSource(more = 'prepare: (item) => item'): string {
  return `{
    list: async (read) => {
      const { items } = await read('/collections/projects/records', { perPage: 500 });
      return new Map(items.map((item) => [item.id, item]));
    },
    ${more},
  }`;
}

/** Makes a tiny remote at `/` with a list of the backend's records, a page for each record, and a form. */
export function tinyPortfolio(words = 'Project'): LoadedBuild {
  return tinyRemote({
    forms: ['form_submits'],
    pages: {
      '/': `return 'Home'`,
      '/projects': `return data ? '${words}: ' + data.titles.join(', ') : 'Loading'`,
      '/projects/:projectId': `if (data?.title === '${BAD}') throw new Error('bad record');
        return data ? '${words} ' + data.title : 'Loading'`,
    },
    sources: {
      '/projects': `{
        list: async (read) => {
          const { items } = await read('/collections/projects/records', { perPage: 500 });
          return new Map([['', { titles: items.map(({ title }) => title) }]]);
        },
        prepare: (data) => ({ ...data, by: '${words}' }),
      }`,
      '/projects/:projectId': itemSource(`prepare: ({ title }) => ({ title, by: '${words}' }),
        head: ({ title }) => ({ title, description: 'About ' + title }),
        pictures: ({ id, images = [] }) => images.map((image) => ['${RECIPE}', 'projects', id, image].join('/'))`),
    },
  });
}

/** Makes another team's tiny remote, at `/careers`. Its page lists the records in the collection `careers`. */
export function tinyCareers(words = 'Job'): LoadedBuild {
  return tinyRemote({
    name: 'careers',
    mount: '/careers',
    pages: { '/careers': `return '${words}: ' + data.titles.join(', ')` },
    sources: {
      '/careers': `{
        list: async (read) => {
          const { items } = await read('/collections/careers/records', { perPage: 500 });
          return new Map([['', { titles: items.map(({ title }) => title) }]]);
        },
        prepare: (data) => data,
      }`,
    },
  });
}
