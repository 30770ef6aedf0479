interface State {
  /** The id of the project whose gallery is open. */
  gallery?: unknown;
  /** The position of the picture that is shown. */
  picture?: unknown;
}

const read = () => (history.state ?? {}) as State;

/**
 * The history entry that stands for the enlarged picture, so that Back closes it. It has the page's own address, and
 * beside what the router keeps in its state the project and the picture: it outlives a reload, and so does the picture.
 */
export const galleryEntry = {
  /** Whether the history is at the entry of this project. */
  isCurrent: (id: string): boolean => read().gallery === id,
  /** The position of its picture. */
  picture(): number {
    const { picture } = read();
    return typeof picture === 'number' ? picture : 0;
  },
  add(id: string): void {
    history.pushState({ ...read(), gallery: id }, '');
  },
  /** Notes another picture. */
  keepPicture(picture: number): void {
    history.replaceState({ ...read(), picture }, '');
  },
};
