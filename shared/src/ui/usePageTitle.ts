import { useEffect } from 'react';
import { pageTitle } from '../pageTitle';

/**
 * Sets the document title of a page whose title depends on its data. Without a title (the data is not there
 * yet) the title that the shell has set stays.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title]);
}
