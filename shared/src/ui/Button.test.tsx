import { describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { Button } from './Button';
import { ButtonLink } from './ButtonLink';

describe('buttons', () => {
  test('a button does not submit a form unless told to, and passes on what it is given', async () => {
    const onClick = jest.fn();
    render(
      <>
        <Button onClick={onClick}>Try Again</Button>
        <Button type="submit" variant="secondary" disabled className="mine">
          Send
        </Button>
      </>,
    );
    const retry = screen.getByRole('button', { name: 'Try Again' });
    expect(retry).toHaveAttribute('type', 'button');
    expect(retry).toHaveClass('button primary', { exact: true });
    await userEvent.click(retry);
    expect(onClick).toHaveBeenCalledTimes(1);

    const send = screen.getByRole('button', { name: 'Send' });
    expect(send).toHaveAttribute('type', 'submit');
    expect(send).toHaveClass('button secondary mine', { exact: true });
    expect(send).toBeDisabled();
  });

  test('a button link looks like a button, is a link and moves without a page load', async () => {
    render(
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<ButtonLink to="/contact">Get in Touch</ButtonLink>} />
          <Route
            path="/contact"
            element={
              <ButtonLink to="/" variant="secondary">
                Home
              </ButtonLink>
            }
          />
        </Routes>
      </MemoryRouter>,
    );
    const link = screen.getByRole('link', { name: 'Get in Touch' });
    expect(link).toHaveAttribute('href', '/contact');
    expect(link).toHaveClass('button primary', { exact: true });
    await userEvent.click(link);
    expect(await screen.findByRole('link', { name: 'Home' })).toHaveClass('button secondary', {
      exact: true,
    });
  });
});
