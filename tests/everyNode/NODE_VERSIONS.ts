/** The newest version in each supported release line of Node, and the oldest supported versions in lines 20 and 22. */
export const NODE_VERSIONS = ['20.19.0', '20.20.2', '22.12.0', '22.23.3', '24.21.0', '26.10.0'];

/** All `NODE_VERSIONS` except the one that is running, because all other tests already run on that version. */
export const OTHER_NODE_VERSIONS = NODE_VERSIONS.filter((version) => version !== process.versions.node);
