import { zoneConfig } from '../zoneConfig.mjs';

export default { ...zoneConfig, assetPrefix: '/micora-assets' };
