/** The Node versions to test: the newest of each supported line, and the oldest allowed ones. */
export const NODE_VERSIONS = ['20.19.0', '20.20.2', '22.12.0', '22.23.3', '24.21.0', '26.10.0'];

/** The Node versions on which the other tests do not already run. */
export const OTHER_NODE_VERSIONS = NODE_VERSIONS.filter((version) => version !== process.versions.node);
