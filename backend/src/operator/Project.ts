/** A project of the portfolio (§3) as PocketBase answers it. */
export interface Project {
  id: string;
  title: string;
  description: string;
  /** HTML, or empty. */
  long_description: string;
  category: string;
  status: string;
  technologies: unknown;
  /** File name, or empty. */
  cover_Image: string;
  images: string[];
  /** Whether visitors see nothing of it yet. */
  draft: boolean;
  created: string;
}
