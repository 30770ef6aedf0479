/**
 * The part of React Router that a remote may use. It is shared between the apps as one singleton, and a
 * shared module keeps all of its exports: every name added here is paid for by every visitor.
 */
export { Link, useLoaderData, useLocation, useNavigate, useParams } from 'react-router-dom';
