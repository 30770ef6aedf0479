export { webpackConfig } from './platform/webpack.common';
