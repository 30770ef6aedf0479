import { describe, expect, test } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { sampleProject } from '../../testing/sampleProject';
import { ProjectPicture } from './ProjectPicture';

const NAME = 'a3/projects/harbour00000001/cover_a1.jpg';

function show(fileName = 'cover_a1.jpg') {
  const project = sampleProject();
  const { container } = render(
    <ProjectPicture project={project} fileName={fileName} alt="" widths={[480, 960]} sizes="100vw" />,
  );
  const image = () => container.querySelector('img');
  return {
    container,
    image,
    copies: () => container.querySelector('picture > source')?.getAttribute('srcset') ?? undefined,
    fail: () => fireEvent.error(image() ?? document),
  };
}

describe('§7 a picture', () => {
  test('offers its copies before the file of the backend, which stays the image’s own address', () => {
    const { copies, image, container } = show();
    expect(copies()).toBe(`/assets/pictures/${NAME}/480.avif 480w, /assets/pictures/${NAME}/960.avif 960w`);
    expect(container.querySelector('source')).toHaveAttribute('type', 'image/avif');
    expect(container.querySelector('source')).toHaveAttribute('sizes', '100vw');
    expect(image()).toHaveAttribute('src', '/api/files/projects/harbour00000001/cover_a1.jpg?thumb=480x320');
  });

  test('of a name that no copy can have has none', () => {
    const { copies, image } = show('über uns.jpg');
    expect(copies()).toBeUndefined();
    expect(image()?.getAttribute('src')).toContain('%C3%BCber%20uns.jpg');
  });

  test('whose copies cannot be loaded is the file of the backend, and a folder if that cannot be either', () => {
    const { copies, image, fail, container } = show();
    const first = image();
    fail();
    expect(copies()).toBeUndefined();
    // Another element: the old one has failed already.
    expect(image()).not.toBe(first);
    expect(image()?.getAttribute('src')).toContain('/api/files/');
    fail();
    expect(image()).toBeNull();
    expect(container.querySelector('svg')).toBeVisible();
  });

  test('whose copies had failed before there was a script is the file of the backend', () => {
    const broken = ['complete', 'naturalWidth'] as const;
    const real = broken.map((name) => Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, name));
    // An image is complete and empty once it has failed; the next one is still on its way.
    let looks = 0;
    Object.defineProperty(HTMLImageElement.prototype, 'complete', {
      configurable: true,
      get: () => (looks += 1) === 1,
    });
    Object.defineProperty(HTMLImageElement.prototype, 'naturalWidth', { configurable: true, get: () => 0 });
    try {
      const { copies, image } = show();
      expect(copies()).toBeUndefined();
      expect(image()?.getAttribute('src')).toContain('/api/files/');
    } finally {
      broken.forEach((name, index) => {
        Object.defineProperty(HTMLImageElement.prototype, name, real[index] ?? {});
      });
    }
  });
});
