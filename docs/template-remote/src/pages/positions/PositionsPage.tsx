import { Link, useLoaderData } from '@site/shared/router';
import { LoadingRegion } from '@site/shared/ui/LoadingRegion';
import { listPositions } from '../../api/listPositions';
import type { Position } from '../../api/readPosition';
import styles from '../careers.module.css';
import { useShown } from '../useShown';

const read = () => listPositions();

export function PositionsPage() {
  const positions = useShown(useLoaderData<Position[] | undefined>(), read);
  const isLoading = positions === undefined;
  return (
    <section className={styles.page} aria-labelledby="positions">
      <h1 className={styles.heading} id="positions">
        Open positions
      </h1>
      <LoadingRegion waiting={isLoading} status={isLoading ? 'Loading positions' : ''}>
        {positions === null && <p role="alert">The positions could not be loaded. Please try again later.</p>}
        {positions?.length === 0 && <p>We have no open positions at the moment.</p>}
        {positions?.map(({ id, title, place }) => (
          <p className={styles.position} key={id}>
            <Link to={`/careers/${id}`}>{title}</Link> {place}
          </p>
        ))}
      </LoadingRegion>
    </section>
  );
}
