export { listKnownPages } from './api/listKnownPages';
export { routes } from './routes';
