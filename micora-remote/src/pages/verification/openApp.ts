/** Asks the browser to open a link of the app. A page cannot know whether it does; the page stays. */
export function openApp(link: string): void {
  location.href = link;
}
