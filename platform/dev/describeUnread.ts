export function describeUnread(address: string, _apps: readonly string[]): string {
  return address;
}
