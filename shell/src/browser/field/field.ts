import type { Tab } from './loadField';
import { reportPage } from './reportPage';

// The entry point of the bundle `field.js`. `loadField` stores the tab in `window` before it loads this bundle.
reportPage((window as unknown as { tab: Tab }).tab);
