import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { formDraft } from '@site/shared/form/formDraft';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { fireEvent, screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { showLoadFailure } from './showLoadFailure';

describe('a page whose scripts cannot be loaded', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <main>
        <h1>Projects</h1>
        <div id="waiting" ${PENDING_ATTRIBUTE}="" aria-busy="true"><p>Loading projects</p></div>
        <a href="/contact">Contact</a>
      </main>`;
  });

  test('says at the place that waits for data that it will not come, and offers to try again', () => {
    showLoadFailure(document);
    const notice = within(screen.getByRole('alert'));
    expect(screen.getByRole('alert')).toHaveClass('page-notice', { exact: true });
    expect(notice.getByText('This part of the page could not be loaded.')).toBeVisible();
    expect(notice.getByRole('button', { name: 'Try Again' })).toHaveAttribute('type', 'button');
    expect(screen.queryByText('Loading projects')).not.toBeInTheDocument();
  });

  test('is no longer announced as busy', () => {
    showLoadFailure(document);
    const waiting = document.getElementById('waiting');
    expect(waiting).toContainElement(screen.getByRole('alert'));
    expect(waiting).not.toHaveAttribute('aria-busy');
  });

  test('says so at each place that waits', () => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', `<div ${PENDING_ATTRIBUTE}="">…</div>`);
    showLoadFailure(document);
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });

  test('stays as it is if nothing waits', () => {
    document.getElementById('waiting')?.removeAttribute(PENDING_ATTRIBUTE);
    const before = document.body.innerHTML;
    showLoadFailure(document);
    expect(document.body.innerHTML).toBe(before);
  });

  test('keeps what is typed into its forms for the next load, and what was kept before', () => {
    formDraft.write('contact', { full_name: 'Ada', company: 'Example Ltd' });
    document.querySelector('main')?.insertAdjacentHTML(
      'beforeend',
      `<form name="contact">
        <input name="full_name"><input name="company"><textarea name="project_details"></textarea>
      </form>`,
    );
    showLoadFailure(document);
    const [name, , details] = screen.getAllByRole('textbox');
    fireEvent.input(name as Element, { target: { value: 'Grace' } });
    fireEvent.input(details as Element, { target: { value: 'A compiler.' } });
    window.dispatchEvent(new Event('pagehide'));
    expect(formDraft.read('contact')).toEqual({
      full_name: 'Grace',
      company: 'Example Ltd',
      project_details: 'A compiler.',
    });
  });

  test('is loaded again by Try Again', async () => {
    showLoadFailure(document);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    // jsdom cannot load a page, and says so.
    expect(logged.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining('navigation'),
    ]);
  });
});
