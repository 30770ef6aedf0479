/** What PocketBase's own types leave out. */
declare const console: { error(text: string): void };
