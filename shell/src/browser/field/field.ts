import type { Tab } from './loadField';
import { reportPage } from './reportPage';

// The entry point of the bundle `field.js`. `loadField` has stored the tab in `window`.
reportPage((window as unknown as { tab: Tab }).tab);
