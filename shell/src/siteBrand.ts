import type { Brand } from '@site/shared/contract';
import { site } from '@site/shared/site';

export const siteBrand: Brand = {
  name: site.company.shortName,
  icon: 'favicon.svg',
  picture: `${site.company.shortName}: websites, apps and design from London`,
  // The same colours as `--color-bg` in `tokens.css`.
  background: { light: '#fbfaf6', dark: '#101116' },
};
