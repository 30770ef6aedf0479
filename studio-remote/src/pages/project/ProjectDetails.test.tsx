import { expect, test } from '@jest/globals';
import { renderAt } from '@site/shared/testing/renderAt';
import { sampleProject } from '../../testing/sampleProject';
import { prepareProject } from './prepareProject';
import { ProjectDetails } from './ProjectDetails';

test('§2 nothing is rendered if the project’s long description contains no text', () => {
  const project = prepareProject(sampleProject({ longDescription: '<p>&nbsp;</p>' }), () => window);
  const { container } = renderAt('/', [{ path: '*', element: <ProjectDetails project={project} /> }]);
  expect(container).toBeEmptyDOMElement();
});
