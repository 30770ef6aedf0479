/**
 * Does something once the page can be seen: now, or when its tab comes to the front.
 *
 * @returns a function that cancels the work if it has not been done yet
 */
export function whenVisible(work: () => void): () => void {
  const attempt = () => {
    if (document.visibilityState !== 'visible') return;
    giveUp();
    work();
  };
  const giveUp = () => document.removeEventListener('visibilitychange', attempt);
  document.addEventListener('visibilitychange', attempt);
  attempt();
  return giveUp;
}
