import { zoneConfig } from '../zoneConfig.mjs';

export default {
  ...zoneConfig,
  rewrites: () =>
    Promise.resolve(
      ['/micora', '/micora/:path*', '/micora-assets/:path*'].map((source) => ({
        source,
        destination: `${process.env.MICORA_ZONE}${source}`,
      })),
    ),
};
