import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { pageTitle } from '../pageTitle';
import { usePageHead } from './usePageHead';

function Page({ title }: { title: string }) {
  usePageHead({ title });
  return null;
}

test.each(['MiCora', 'Digital Studio'])(
  '§2 a page that sets its title keeps the brand %s of its route',
  (brand) => {
    document.title = pageTitle('Letters · and words', brand);
    const { rerender } = render(<Page title="First" />);
    expect(document.title).toBe(`First · ${brand}`);
    rerender(<Page title="One · two" />);
    expect(document.title).toBe(`One · two · ${brand}`);
  },
);
