/** The title and the description of the list while all projects are shown. */
export const projectsHandle = {
  title: 'Projects',
  description: 'Websites, mobile apps and design work that the studio has made for its clients.',
};
