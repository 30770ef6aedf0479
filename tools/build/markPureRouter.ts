import webpack, { type Compiler } from 'webpack';

/** The production build of React Router. */
const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
/** What makes a component or a context, and what names one for React's devtools. */
const MAKER = /= (React\d*\.(?:forwardRef|memo|createContext)\()/g;
const NAMING = /^\w+\.displayName = .*$/gm;

/**
 * Tells the minimizer that making a component of React Router has no side effects, so that those which the site does
 * not use, with all that only they need, are left out of its script: 3 kB over the wire.
 */
export function markPureRouter(compiler: Compiler): void {
  compiler.hooks.compilation.tap('MarkPureRouter', (compilation) => {
    const { processResult } = webpack.NormalModule.getCompilationHooks(compilation);
    processResult.tap('MarkPureRouter', ([source, ...rest], { resource }) => {
      if (!ROUTER.test(resource)) return [source, ...rest];
      return [String(source).replace(MAKER, '= /* @__PURE__ */ $1').replace(NAMING, ''), ...rest];
    });
  });
}
