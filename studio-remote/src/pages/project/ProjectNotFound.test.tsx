import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { ProjectNotFound } from './ProjectNotFound';

let back: jest.SpiedFunction<typeof window.history.back>;

beforeEach(() => {
  back = jest.spyOn(window.history, 'back').mockImplementation(() => undefined);
});

/** @param key which React Router gives an entry of the history: `default` to one that was loaded */
function openFrom(referrer: string, key = 'default') {
  jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  render(
    <MemoryRouter initialEntries={[{ pathname: '/projects/x', key }]}>
      <Routes>
        <Route path="/projects/:projectId" element={<ProjectNotFound message="" />} />
        <Route path="/projects" element={<h1>All projects</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: 'Go Back' });
}

describe('§2 Go Back', () => {
  test('goes back to the page of this site that the visitor came from', async () => {
    await userEvent.click(openFrom('', 'moved-to'));
    expect(back).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('heading', { name: 'All projects' })).toBeNull();
  });

  test('also if that page was another document', async () => {
    window.history.pushState(null, '');
    await userEvent.click(openFrom(`${window.location.origin}/about`));
    expect(back).toHaveBeenCalledTimes(1);
  });

  test.each([[''], ['https://search.example/'], ['http://localhost.evil.example/']])(
    'leads to the projects if the visitor came from %j',
    async (referrer) => {
      await userEvent.click(openFrom(referrer));
      expect(back).not.toHaveBeenCalled();
      expect(screen.getByRole('heading', { name: 'All projects' })).toBeVisible();
    },
  );

  test.each(['ctrlKey', 'metaKey', 'shiftKey'])('is an ordinary link with %s', (modifier) => {
    const link = openFrom('', 'moved-to');
    expect(link).toHaveAttribute('href', '/projects');
    // jsdom cannot load pages: the click must not reach its own default action.
    link.addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false));
    fireEvent(link, createEvent.click(link, { [modifier]: true }));
    expect(back).not.toHaveBeenCalled();
  });
});
