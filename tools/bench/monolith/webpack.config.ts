import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';
import { webpackConfig } from '../../../webpack.common';

/**
 * The monolith: the sources of the shell and of both remotes as one build, by the shell's configuration
 * without federation.
 */
export default function monolithConfig(): Configuration[] {
  return webpackConfig(import.meta.dirname)({}, {}).map((configuration) =>
    configuration.name === 'browser' ? withoutFederation(configuration) : configuration,
  );
}

function withoutFederation(configuration: Configuration): Configuration {
  return {
    ...configuration,
    // Our own plugins are plain objects; federation is what is left.
    plugins: (configuration.plugins ?? []).filter(
      (plugin) => plugin instanceof MiniCssExtractPlugin || plugin?.constructor === Object,
    ),
    // What several pages need is loaded once, as one build can see to.
    optimization: { ...configuration.optimization, splitChunks: { chunks: 'async' } },
  };
}
