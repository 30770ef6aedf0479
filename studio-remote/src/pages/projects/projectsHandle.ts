/** The title and the description of the list while it shows all projects. */
export const projectsHandle = {
  title: 'Projects',
  description: 'Websites, mobile apps and design work that the studio has made for its clients.',
};
