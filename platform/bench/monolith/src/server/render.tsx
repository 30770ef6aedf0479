export { provided, render, renderDocument, renderSiteFiles } from '../../../../../shell/src/server/render';
export { routes } from '../routes';
