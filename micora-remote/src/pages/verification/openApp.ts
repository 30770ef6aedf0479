/** Asks the browser to open a link in the app. The page stays open, and cannot find out whether the app has opened. */
export function openApp(link: string): void {
  location.href = link;
}
