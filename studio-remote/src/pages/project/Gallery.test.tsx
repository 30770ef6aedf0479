import { describe, expect, test } from '@jest/globals';
import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@site/shared/testing/renderAt';
import { sampleProject } from '../../testing/sampleProject';
import { Gallery } from './Gallery';

const user = userEvent.setup();
const next = () => screen.getByRole('button', { name: 'Next image' });
const previous = () => screen.getByRole('button', { name: 'Previous image' });
const thumbnails = () => within(screen.getByRole('list', { name: 'All pictures' })).getAllByRole('button');

/** The file that is shown large, and what the thumbnails mark as shown. */
function shown(): [string | undefined, number] {
  const source = screen.getByRole('img').getAttribute('src') ?? '';
  return [
    /([^/]+)\?thumb=480x320f$/.exec(source)?.[1],
    thumbnails().findIndex((thumbnail) => thumbnail.getAttribute('aria-current') === 'true'),
  ];
}

function openGallery(images = ['one.jpg', 'two.jpg', 'three.jpg']) {
  return renderAt('/', [{ path: '/', element: <Gallery project={sampleProject()} images={images} /> }]);
}

describe('§2 the image gallery', () => {
  test('starts with the first picture, named, whole and in five sizes', () => {
    const { container } = openGallery();
    expect(shown()).toEqual(['one.jpg', 0]);
    const picture = screen.getByRole('img', { name: 'Harbour Lights, picture 1' });
    const base = '/api/files/projects/harbour00000001/one.jpg?thumb=';
    expect(picture).toHaveAttribute(
      'srcset',
      `${base}480x320f 480w, ${base}720x480f 720w, ${base}960x640f 960w, ${base}1440x960f 1440w, ${base}2160x1440f 2160w`,
    );
    expect(picture).toHaveClass('whole');
    expect(picture).toHaveAttribute('width', '480');
    expect(picture).toHaveAttribute('height', '320');
    const copies = '/assets/pictures/a3/projects/harbour00000001/one.jpg';
    expect(container.querySelector('source')?.getAttribute('srcset')).toBe(
      [480, 720, 960, 1440, 2160].map((width) => `${copies}/${width}.avif ${width}w`).join(', '),
    );
  });

  test('names a picture by its description, where it has one', async () => {
    const descriptions = ['The quay at night'];
    const gallery = (
      <Gallery project={sampleProject()} images={['one.jpg', 'two.jpg']} {...{ descriptions }} />
    );
    renderAt('/', [{ path: '/', element: gallery }]);
    expect(screen.getByRole('img', { name: 'The quay at night' })).toBeVisible();
    await user.click(next());
    expect(screen.getByRole('img', { name: 'Harbour Lights, picture 2' })).toBeVisible();
  });

  test('is a carousel of slides that are announced', () => {
    openGallery();
    const carousel = screen.getByRole('region', { name: 'Pictures of Harbour Lights' });
    expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
    const slide = within(carousel).getByRole('group', { name: '1 of 3' });
    expect(slide).toHaveAttribute('aria-roledescription', 'slide');
    expect(slide.parentElement).toHaveAttribute('aria-live', 'polite');
  });

  test('Next image and Previous image turn it and keep the focus', async () => {
    openGallery();
    await user.click(next());
    expect(shown()).toEqual(['two.jpg', 1]);
    expect(next()).toHaveFocus();
    await user.click(previous());
    expect(shown()).toEqual(['one.jpg', 0]);
  });

  test('has a thumbnail for each picture, which shows it', async () => {
    const { container } = openGallery();
    expect(thumbnails()).toHaveLength(3);
    expect(container.querySelectorAll('img[src$="?thumb=192x128"]')).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Show picture 3 of 3' }));
    expect(shown()).toEqual(['three.jpg', 2]);
  });

  test('can be turned by keys when the focus is inside', async () => {
    openGallery();
    await user.tab();
    expect(previous()).toHaveFocus();
    for (const [key, picture] of [
      ['{ArrowRight}', 1],
      ['{ArrowRight}', 2],
      ['{ArrowRight}', 0],
      ['{ArrowLeft}', 2],
      ['{Home}', 0],
      ['{End}', 2],
      ['{ArrowUp}', 2],
    ] as const) {
      await user.keyboard(key);
      expect(shown()[1]).toBe(picture);
    }
    thumbnails()[0]?.focus();
    await user.keyboard('{ArrowLeft}');
    expect(shown()).toEqual(['two.jpg', 1]);
  });

  test.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])(
    'leaves arrow keys with %s to the browser',
    (modifier) => {
      openGallery();
      const event = createEvent.keyDown(next(), { key: 'ArrowLeft', [modifier]: true });
      fireEvent(next(), event);
      expect(event.defaultPrevented).toBe(false);
      expect(shown()).toEqual(['one.jpg', 0]);
    },
  );

  test('a picture that cannot be loaded leaves a neutral one of the same name, the others still work', async () => {
    openGallery();
    fireEvent.error(screen.getByRole('img'));
    fireEvent.error(screen.getByRole('img'));
    const placeholder = screen.getByRole('img', { name: 'Harbour Lights, picture 1' });
    expect(placeholder.tagName).toBe('SPAN');
    await user.click(next());
    expect(shown()).toEqual(['two.jpg', 1]);
  });

  test('a single picture has nothing to turn to', () => {
    openGallery(['one.jpg']);
    expect(screen.getByRole('img', { name: 'Harbour Lights, picture 1' })).toBeVisible();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Enlarge image',
    ]);
  });

  test('two pictures of the same file name are two pictures', async () => {
    openGallery(['one.jpg', 'one.jpg']);
    expect(thumbnails()).toHaveLength(2);
    await user.click(next());
    expect(shown()).toEqual(['one.jpg', 1]);
  });
});
