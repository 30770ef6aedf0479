/** The live release was written before pages were stored by their content. */
export class EarlierFormatError extends Error {
  constructor(
    /** The workspaces that it is made of. */
    readonly apps: string[],
  ) {
    super(
      `The live release was written by an earlier version of this program, which stored pages otherwise. Build all apps again and deploy them together: npm run deploy -- ${apps.join(' ')}.`,
    );
  }
}
