interface State {
  gallery?: unknown;
  picture?: unknown;
}

const read = () => (history.state ?? {}) as State;

/**
 * The history entry for an enlarged picture. It exists so that Back closes the picture. The entry has the page's URL. Its
 * state contains the router's state, the project's id and the picture's index, and survives a reload.
 */
export const galleryEntry = {
  isCurrent: (id: string): boolean => read().gallery === id,
  picture(): number {
    const { picture } = read();
    return typeof picture === 'number' ? picture : 0;
  },
  add(id: string): void {
    history.pushState({ ...read(), gallery: id }, '');
  },
  savePicture(picture: number): void {
    history.replaceState({ ...read(), picture }, '');
  },
};
