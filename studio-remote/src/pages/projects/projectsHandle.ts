/** What the list says about itself while it shows all projects. */
export const projectsHandle = {
  title: 'Projects',
  description: 'Websites, mobile apps and design work that the studio has made for its clients.',
};
