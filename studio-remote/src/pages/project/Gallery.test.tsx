import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@site/shared/testing/renderAt';
import type { Project } from '../../api/Project';
import { sampleProject } from '../../testing/sampleProject';
import { Gallery } from './Gallery';
import { prepareProject } from './prepareProject';

const user = userEvent.setup();
const carousel = () => within(screen.getByRole('region', { name: 'Pictures of Harbour Lights' }));
const dialog = () => within(screen.getByRole('dialog', { name: 'Pictures of Harbour Lights' }));
const button = (name: string, within = carousel()) => within.getByRole('button', { name });
const slide = () => carousel().getByRole('group');
const thumbnails = () => carousel().queryAllByRole('button', { name: /^Show picture \d of \d$/ });

/** The file that is shown large, and what the thumbnails mark as shown. */
function shown(): [string | undefined, number] {
  const source = within(slide()).getByRole('img').getAttribute('src') ?? '';
  return [
    /([^/]+)\?thumb=480x320f$/.exec(source)?.[1],
    thumbnails().findIndex((thumbnail) => thumbnail.getAttribute('aria-current') === 'true'),
  ];
}

function openGallery(differences: Partial<Project> = {}) {
  const project = prepareProject(sampleProject(differences), () => window);
  const element = <Gallery project={project} isSheet={false} />;
  return renderAt('/', [{ path: '/', element }]);
}

// jsdom has dialogs, but neither opens nor closes them. Escape and where the focus goes are the browser's: tests/browser.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close: () => undefined,
  });
});

beforeEach(() => history.pushState({ key: 'of the router' }, '', '/projects/harbour00000001'));

describe('§2 the image gallery', () => {
  test('is a carousel of slides that are announced; the first picture is whole and in five sizes', () => {
    const { container } = openGallery();
    expect(screen.getByRole('region')).toHaveAttribute('aria-roledescription', 'carousel');
    expect(slide()).toHaveAccessibleName('1 of 3');
    expect(slide()).toHaveAttribute('aria-roledescription', 'slide');
    expect(slide().parentElement).toHaveAttribute('aria-live', 'polite');
    expect(shown()).toEqual(['one.jpg', 0]);
    expect(screen.getByRole('img')).toHaveClass('whole');
    const base = '/api/files/projects/harbour00000001/one.jpg?thumb=';
    expect(screen.getByRole('img')).toHaveAttribute(
      'srcset',
      `${base}480x320f 480w, ${base}720x480f 720w, ${base}960x640f 960w, ${base}1440x960f 1440w, ${base}2160x1440f 2160w`,
    );
    expect(container.querySelectorAll('img[src$="?thumb=192x128"]')).toHaveLength(3);
  });

  test.each([
    ['at once without a cover above it', '', 'eager'],
    ['when it is near the screen, below a cover', 'cover.jpg', 'lazy'],
  ])('loads its picture %s', (_, coverImage, loading) => {
    openGallery({ coverImage });
    expect(screen.getByRole('img')).toHaveAttribute('loading', loading);
  });

  test('names a picture by its description, where it has one, else by the project and its number', async () => {
    openGallery({ imageDescriptions: ['The quay at night'] });
    expect(screen.getByRole('img', { name: 'The quay at night' })).toBeVisible();
    await user.click(button('Next image'));
    expect(screen.getByRole('img', { name: 'Harbour Lights, picture 2' })).toBeVisible();
  });

  test('is turned by its buttons, which keep the focus, its thumbnails, and keys where the focus is inside, around both ends', async () => {
    openGallery();
    await user.click(button('Next image'));
    expect(shown()).toEqual(['two.jpg', 1]);
    expect(button('Next image')).toHaveFocus();
    await user.click(button('Previous image'));
    for (const [key, picture] of [
      ['{ArrowRight}', 1],
      ['{ArrowLeft}', 0],
      ['{ArrowLeft}', 2],
      ['{ArrowRight}', 0],
      ['{End}', 2],
      ['{Home}', 0],
      ['{ArrowUp}', 0],
    ] as const) {
      await user.keyboard(key);
      expect(shown()[1]).toBe(picture);
    }
    await user.click(button('Show picture 3 of 3'));
    expect(shown()).toEqual(['three.jpg', 2]);
    await user.keyboard('{ArrowLeft}');
    expect(shown()).toEqual(['two.jpg', 1]);
  });

  test.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])(
    'leaves arrow keys with %s to the browser',
    (key) => {
      openGallery();
      const event = createEvent.keyDown(button('Next image'), { key: 'ArrowLeft', [key]: true });
      fireEvent(button('Next image'), event);
      expect(event.defaultPrevented).toBe(false);
      expect(shown()).toEqual(['one.jpg', 0]);
    },
  );

  test.each([
    ['40 px to the left to the next picture', 0, -40, 1, 0],
    ['40 px to the right to the one before', 0, 40, 2, 0],
    ['39 px nowhere', 0, 39, 0, 0],
    ['5 px, which are no press, nowhere', 0, 5, 0, 0],
    ['4 px, which are a press, to the large one', 0, -4, 0, 1],
    ['and with another button of the mouse nowhere', 2, -40, 0, 0],
  ])('is swiped %s', (_, mouseButton, distance, picture, dialogs) => {
    openGallery();
    // jsdom has no pointer events.
    const point = (type: string, clientX: number) =>
      fireEvent(slide(), new MouseEvent(type, { button: mouseButton, clientX, bubbles: true }));
    point('pointerdown', 100);
    point('pointerup', 100 + distance);
    expect(shown()[1]).toBe(picture);
    expect(screen.queryAllByRole('dialog')).toHaveLength(dialogs);
    // A swipe ends with the pointer: what is only let go is none.
    point('pointerup', 0);
    expect(shown()[1]).toBe(picture);
  });

  test('two pictures of the same file name are two pictures', async () => {
    openGallery({ images: ['one.jpg', 'one.jpg'] });
    await user.click(button('Next image'));
    expect(shown()).toEqual(['one.jpg', 1]);
  });
});

describe('§2 a picture of the gallery, enlarged', () => {
  test('is named, and turned by keys and buttons, around both ends', async () => {
    openGallery();
    await user.click(button('Enlarge image'));
    for (const [turn, file, number] of [
      [() => user.click(button('Next image', dialog())), 'two.jpg', 2],
      [() => user.keyboard('{Home}'), 'one.jpg', 1],
      [() => user.click(button('Previous image', dialog())), 'three.jpg', 3],
    ] as const) {
      await turn();
      const picture = dialog().getByRole('img', { name: `Harbour Lights, picture ${number}` });
      expect(picture).toHaveAttribute('src', expect.stringContaining(`/${file}?`));
      expect(picture).toHaveAttribute('sizes', 'max(100vw, 100vh)');
    }
  });

  test('a single one has nothing to turn to, here or on the page', async () => {
    openGallery({ images: ['one.jpg'] });
    expect(carousel().getAllByRole('button')).toEqual([button('Enlarge image')]);
    await user.click(button('Enlarge image'));
    expect(dialog().getAllByRole('button')).toEqual([button('Zoom in', dialog()), button('Close', dialog())]);
  });

  test('Forward to the entry of another project opens nothing', async () => {
    history.pushState({ gallery: 'another00000001' }, '');
    history.back();
    await waitFor(() => expect(history.state).toEqual({ key: 'of the router' }));
    openGallery();
    history.forward();
    await waitFor(() => expect(history.state).toEqual({ gallery: 'another00000001' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
