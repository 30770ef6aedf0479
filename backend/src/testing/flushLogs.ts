/** PocketBase writes its log three seconds after the last request, or once there are 200 entries: here are as many. */
export async function flushLogs(url: string): Promise<void> {
  const requests = Array.from({ length: 200 }, () =>
    fetch(`${url}/api/collections/projects/records?perPage=1`),
  );
  for (const response of await Promise.all(requests)) await response.arrayBuffer();
}
