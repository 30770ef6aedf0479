import webpack, { type Configuration } from 'webpack';

/**
 * Builds in this process.
 *
 * @throws Error with webpack's own words if a build fails
 */
export async function runWebpack(configurations: Configuration[]): Promise<void> {
  const compiler = webpack(configurations);
  const stats = await new Promise<webpack.MultiStats | undefined>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((done) => compiler.close(done));
  if (!stats || stats.hasErrors())
    throw new Error(stats?.toString('errors-only') ?? 'The build gave nothing.');
}
