import { webpackConfig } from '../webpack.common';
import { remote } from './remote.config';

export default webpackConfig(import.meta.dirname, remote);
