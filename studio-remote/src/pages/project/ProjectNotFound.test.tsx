import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { ProjectNotFound } from './ProjectNotFound';

let back: jest.SpiedFunction<typeof window.history.back>;

beforeEach(() => {
  back = jest.spyOn(window.history, 'back').mockImplementation(() => undefined);
});

/** @param key React Router's key for the history entry, which is `default` if the page was loaded as a document */
function openFrom(referrer: string, key: string) {
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
  const here = window.location.origin;
  test.each([
    ['goes back after a navigation within the document', '', 'navigated', true],
    ['goes back to another document of this site', `${here}/about`, 'default', true],
    ['leads to the projects if there is no referrer', '', 'default', false],
    ['leads to the projects if the referrer is another site', 'https://search.example/', 'default', false],
    ['leads to the projects if another host begins like this one', `${here}.evil.example/`, 'default', false],
  ])('%s', async (_what, referrer, key, goesBack) => {
    // Adds a history entry. If the page was loaded as a document, the link goes back only if the history has two or more.
    window.history.pushState(null, '');
    await userEvent.click(openFrom(referrer, key));
    expect(back).toHaveBeenCalledTimes(goesBack ? 1 : 0);
    expect(screen.queryByRole('heading', { name: 'All projects' }) === null).toBe(goesBack);
  });

  test.each(['ctrlKey', 'metaKey', 'shiftKey'])('is an ordinary link for a click with %s', (modifier) => {
    const link = openFrom('', 'navigated');
    expect(link).toHaveAttribute('href', '/projects');
    // jsdom does not open the link, so the test checks that the click's default action is not prevented.
    link.addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false));
    fireEvent(link, createEvent.click(link, { [modifier]: true }));
    expect(back).not.toHaveBeenCalled();
  });
});
