export { provided, render, renderDocument, renderSiteFiles } from '../../../shell/src/render';
export { routes } from './routes';
