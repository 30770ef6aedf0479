import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { renderAt } from '@site/shared/testing/renderAt';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleProject } from '../../testing/sampleProject';
import { Gallery } from './Gallery';

const user = userEvent.setup();
const dialog = () => within(screen.getByRole('dialog', { name: 'Pictures of Harbour Lights' }));
const press = (name: string) => user.click(dialog().getByRole('button', { name }));

/** The dialog shows this picture, and says so. */
function expectPicture(position: number, file: string) {
  const picture = dialog().getByRole('img', { name: `Harbour Lights, picture ${position}` });
  expect(picture).toHaveAttribute('src', expect.stringContaining(`/${file}?`));
  expect(picture).toHaveAttribute('sizes', 'max(100vw, 100vh)');
}

function openGallery(images = ['one.jpg', 'two.jpg', 'three.jpg']) {
  renderAt('/', [{ path: '/', element: <Gallery project={sampleProject()} images={images} /> }]);
}

async function enlarge(images?: string[]) {
  openGallery(images);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Enlarge image' }));
}

// jsdom has dialogs, but neither opens nor closes them. Escape and where the focus goes are the browser's: tests/browser.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});

beforeEach(() => history.pushState({ key: 'of the router' }, '', '/projects/harbour00000001'));

describe('§2 a picture of the gallery, enlarged', () => {
  test('is named, and turned by arrow keys, Home, End and buttons, around both ends', async () => {
    await enlarge();
    expectPicture(1, 'one.jpg');
    dialog().getByRole('button', { name: 'Close' }).focus();
    for (const [key, position, file] of [
      ['{ArrowRight}', 2, 'two.jpg'],
      ['{ArrowLeft}', 1, 'one.jpg'],
      ['{ArrowLeft}', 3, 'three.jpg'],
      ['{Home}', 1, 'one.jpg'],
      ['{End}', 3, 'three.jpg'],
    ] as const) {
      await user.keyboard(key);
      expectPicture(position, file);
    }
    await press('Next image');
    expectPicture(1, 'one.jpg');
    await press('Previous image');
    expectPicture(3, 'three.jpg');
  });

  test('a single one has nothing to turn to', async () => {
    await enlarge(['one.jpg']);
    expect(dialog().getAllByRole('button')).toEqual([dialog().getByRole('button', { name: 'Close' })]);
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
