/** A release or a build of which something is missing or altered. */
export class IntegrityError extends Error {}
