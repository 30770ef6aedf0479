/** Asks the browser to open a link in the app. The page stays open, and cannot know whether the app opened. */
export function openApp(link: string): void {
  location.href = link;
}
