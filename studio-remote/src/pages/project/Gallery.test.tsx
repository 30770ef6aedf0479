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

function shown(): [string | undefined, number] {
  const source = within(slide()).getByRole('img').getAttribute('src') ?? '';
  return [
    /([^/]+)\?thumb=480x320f$/.exec(source)?.[1],
    thumbnails().findIndex((thumbnail) => thumbnail.getAttribute('aria-current') === 'true'),
  ];
}

function openGallery(differences: Partial<Project> = {}) {
  const project = prepareProject(sampleProject(differences), () => window);
  const element = <Gallery project={project} />;
  return renderAt('/', [{ path: '/', element }]);
}

// jsdom does not support `showModal`, so these tests use a stub. `browser/gallery.spec.ts` tests Escape and the focus in a
// real browser.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close: () => undefined,
  });
});

beforeEach(() => history.pushState({ key: 'router-key' }, '', '/projects/harbour00000001'));

describe('§2 the image gallery', () => {
  test('is a carousel that announces its slides', () => {
    openGallery();
    expect(screen.getByRole('region')).toHaveAttribute('aria-roledescription', 'carousel');
    expect(slide()).toHaveAccessibleName('1 of 3');
    expect(slide()).toHaveAttribute('aria-roledescription', 'slide');
    expect(slide().parentElement).toHaveAttribute('aria-live', 'polite');
  });

  test('starts with the first picture, uncropped and in six sizes', () => {
    const { container } = openGallery();
    expect(shown()).toEqual(['one.jpg', 0]);
    expect(container.querySelector('picture')).toHaveClass('whole');
    const base = '/api/files/projects/harbour00000001/one.jpg?thumb=';
    expect(screen.getByRole('img')).toHaveAttribute(
      'srcset',
      `${base}480x320f 480w, ${base}720x480f 720w, ${base}960x640f 960w, ${base}1440x960f 1440w, ${base}2160x1440f 2160w, ${base}2880x1920f 2880w`,
    );
    expect(container.querySelectorAll('img[src$="?thumb=192x128"]')).toHaveLength(3);
  });

  test('names a picture by its description, or else by the project and the picture’s number', async () => {
    openGallery({ imageDescriptions: ['The quay at night'] });
    expect(screen.getByRole('img', { name: 'The quay at night' })).toBeVisible();
    await user.click(button('Next image'));
    expect(screen.getByRole('img', { name: 'Harbour Lights, picture 2' })).toBeVisible();
  });

  test('switches pictures by its buttons, which keep the focus', async () => {
    openGallery();
    await user.click(button('Next image'));
    expect(shown()).toEqual(['two.jpg', 1]);
    expect(button('Next image')).toHaveFocus();
    await user.click(button('Previous image'));
    expect(shown()).toEqual(['one.jpg', 0]);
    expect(button('Previous image')).toHaveFocus();
  });

  test('switches pictures by keys while the focus is inside, and wraps around', async () => {
    openGallery();
    button('Next image').focus();
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
  });

  test('switches pictures by its thumbnails', async () => {
    openGallery();
    await user.click(button('Show picture 3 of 3'));
    expect(shown()).toEqual(['three.jpg', 2]);
    await user.keyboard('{ArrowLeft}');
    expect(shown()).toEqual(['two.jpg', 1]);
  });

  test.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])(
    'leaves an arrow key to the browser if it is pressed with %s',
    (key) => {
      openGallery();
      const event = createEvent.keyDown(button('Next image'), { key: 'ArrowLeft', [key]: true });
      fireEvent(button('Next image'), event);
      expect(event.defaultPrevented).toBe(false);
      expect(shown()).toEqual(['one.jpg', 0]);
    },
  );

  test.each([
    { effect: 'shows the next picture after a swipe of 40 px to the left', distance: -40, picture: 1 },
    { effect: 'shows the previous picture after a swipe of 40 px to the right', distance: 40, picture: 2 },
    { effect: 'ignores a swipe of 39 px', distance: 39, picture: 0 },
    { effect: 'does not treat a movement of 5 px as a press', distance: 5, picture: 0 },
    { effect: 'enlarges the picture after a press', distance: -4, picture: 0, dialogs: 1 },
    { effect: 'ignores another mouse button', distance: -40, picture: 0, mouseButton: 2 },
  ])('$effect', ({ distance, picture, dialogs = 0, mouseButton = 0 }) => {
    openGallery();
    // jsdom does not support pointer events, so the test sends mouse events with the names of pointer events.
    const point = (type: string, clientX: number) =>
      fireEvent(slide(), new MouseEvent(type, { button: mouseButton, clientX, bubbles: true }));
    point('pointerdown', 100);
    point('pointerup', 100 + distance);
    expect(shown()[1]).toBe(picture);
    expect(screen.queryAllByRole('dialog')).toHaveLength(dialogs);
    // Releasing a pointer that was not pressed before is not a swipe.
    point('pointerup', 0);
    expect(shown()[1]).toBe(picture);
  });

  test('switches between two pictures with the same file name', async () => {
    openGallery({ images: ['one.jpg', 'one.jpg'] });
    await user.click(button('Next image'));
    expect(shown()).toEqual(['one.jpg', 1]);
  });
});

describe('§2 an enlarged gallery picture', () => {
  test('has a name; keys and buttons switch pictures, and wrap around', async () => {
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

  test('has no arrows or thumbnails if it is the only picture', async () => {
    openGallery({ images: ['one.jpg'] });
    expect(carousel().getAllByRole('button')).toEqual([button('Enlarge image')]);
    await user.click(button('Enlarge image'));
    expect(dialog().getAllByRole('button')).toEqual([button('Zoom in', dialog()), button('Close', dialog())]);
  });

  test('is not opened by another project’s history entry', async () => {
    history.pushState({ gallery: 'another00000001' }, '');
    history.back();
    await waitFor(() => expect(history.state).toEqual({ key: 'router-key' }));
    openGallery();
    history.forward();
    await waitFor(() => expect(history.state).toEqual({ gallery: 'another00000001' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
