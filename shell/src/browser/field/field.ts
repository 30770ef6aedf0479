import type { Tab } from './loadField';
import { reportPage } from './reportPage';

// The entry of the bundle `field.js`. `loadField` has stored the tab.
reportPage((window as unknown as { tab: Tab }).tab);
