/** The Node versions that the site supports: of each line in use its newest, and the oldest that is allowed. */
export const NODE_VERSIONS = ['20.19.0', '20.20.2', '22.12.0', '22.23.3', '24.21.0', '26.10.0'];
