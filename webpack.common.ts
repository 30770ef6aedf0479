export { webpackConfig } from './tools/webpack.common';
