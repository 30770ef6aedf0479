export const projectsHandle = {
  title: 'Projects',
  description: 'Websites, mobile apps and design work that the studio has made for its clients.',
};
