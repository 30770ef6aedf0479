import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Picture } from './Picture';

const owner = { id: 'quay00000000001', collection: 'quays' };
const Missing = ({ label }: { label: string }) => <p>{`No picture of ${label}`}</p>;
const picture = (fileName: string) => (
  <Picture owner={owner} fileName={fileName} alt="A quay" sizes="100vw" fallback={Missing} />
);

function show(fileName: string) {
  const { container, rerender } = render(picture(fileName));
  const image = () => container.querySelector('img');
  return {
    image,
    copies: () => container.querySelector('picture > source')?.getAttribute('srcset') ?? undefined,
    fail: () => fireEvent.error(image() ?? document),
    replace: (other: string) => rerender(picture(other)),
  };
}

test('§7 a picture falls back from its copies to the backend’s file, then to what replaces it', () => {
  const { copies, image, fail } = show('one.jpg');
  const name = '/assets/pictures/a7/quays/quay00000000001/one.jpg';
  const file = '/api/files/quays/quay00000000001/one.jpg?thumb=';
  const widths = [480, 720, 960, 1440];
  expect(copies()).toBe(widths.map((width) => `${name}/${width}.avif ${width}w`).join(', '));
  expect(image()).toHaveAttribute('src', `${file}480x320`);
  const first = image();
  fail();
  expect(copies()).toBeUndefined();
  // The image must be a new element, because browsers keep the old one in its failed state.
  expect(image()).not.toBe(first);
  const sizes = ['480x320 480w', '720x480 720w', '960x640 960w', '1440x960 1440w'];
  expect(image()).toHaveAttribute('srcset', sizes.map((size) => file + size).join(', '));
  fail();
  expect(image()).toBeNull();
  expect(screen.getByText('No picture of A quay')).toBeVisible();
});

test('§7 copies are offered again when another picture replaces a failed one', () => {
  const { copies, image, fail, replace } = show('one.jpg');
  fail();
  fail();
  expect(image()).toBeNull();
  replace('two.jpg');
  expect(copies()).toContain('two.jpg');
});

test('§7 no copies are offered if the file name cannot be part of a copy’s name', () => {
  const { copies, image } = show('über uns.jpg');
  expect(copies()).toBeUndefined();
  expect(image()?.getAttribute('src')).toContain('%C3%BCber%20uns.jpg');
});
