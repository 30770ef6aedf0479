interface State {
  /** The id of the project whose gallery is open. */
  gallery?: unknown;
  /** The position of the picture that is shown. */
  picture?: unknown;
}

const read = () => (history.state ?? {}) as State;

/**
 * The history entry that is added for an enlarged picture, so that Back closes the picture. The entry has the page's
 * own address. Its state contains the router's state, the project and the picture, so that they survive a reload.
 */
export const galleryEntry = {
  /** Whether the current history entry belongs to an enlarged picture of this project. */
  isCurrent: (id: string): boolean => read().gallery === id,
  /** The position of the picture in the gallery. */
  picture(): number {
    const { picture } = read();
    return typeof picture === 'number' ? picture : 0;
  },
  add(id: string): void {
    history.pushState({ ...read(), gallery: id }, '');
  },
  /** Stores the position of the picture that is shown now. */
  savePicture(picture: number): void {
    history.replaceState({ ...read(), picture }, '');
  },
};
