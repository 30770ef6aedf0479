import { webpackConfig } from '../webpack.common';

export default webpackConfig(import.meta.dirname);
