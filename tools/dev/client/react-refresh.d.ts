declare module 'react-refresh/runtime' {
  const runtime: object;
  export default runtime;
}
