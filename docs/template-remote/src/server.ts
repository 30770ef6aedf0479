import type { RemoteServerModule } from '@site/shared/contract';
import { positionSource } from './pages/position/positionSource';
import { positionsSource } from './pages/positions/positionsSource';
import { positionsFeed } from './positionsFeed';

export { routes } from './routes';

export const sources = {
  'careers/PositionsPage': positionsSource,
  'careers/PositionPage': positionSource,
} satisfies RemoteServerModule['sources'];

export const files: RemoteServerModule['files'] = (data) => ({ '/careers/feed.rss': positionsFeed(data) });

export const redirects: RemoteServerModule['redirects'] = () => ({ '/careers/jobs': '/careers' });
