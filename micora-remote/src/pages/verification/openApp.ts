/** Asks the browser to open a link of the app. Whether it does, a page cannot know; the page itself stays. */
export function openApp(link: string): void {
  location.href = link;
}
