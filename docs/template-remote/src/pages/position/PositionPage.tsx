import { Html } from '@site/shared/html/Html';
import { Link, useLoaderData, useParams } from '@site/shared/router';
import { LoadingRegion } from '@site/shared/ui/LoadingRegion';
import { Picture } from '@site/shared/ui/Picture';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { useCallback } from 'react';
import { getPosition } from '../../api/getPosition';
import styles from '../careers.module.css';
import { useShown } from '../useShown';
import { ApplicationForm } from './ApplicationForm';
import { positionHead } from './positionHead';
import type { ShownPosition } from './preparePosition';

const NoPhoto = () => null;

/** Shows one position, or a message if the position is closed or cannot be loaded. */
export function PositionPage() {
  const { positionId = '' } = useParams();
  return <OnePosition key={positionId} id={positionId} />;
}

function OnePosition({ id }: { id: string }) {
  const delivered = useLoaderData<ShownPosition | undefined>();
  const read = useCallback(async () => {
    // A prerendered page contains sanitised text, so the sanitiser is loaded only if the browser has to request the
    // position.
    const [{ preparePosition }, record] = await Promise.all([import('./preparePosition'), getPosition(id)]);
    return preparePosition(record, () => window);
  }, [id]);
  const position = useShown(delivered?.id === id ? delivered : undefined, read);
  const isLoading = position === undefined;
  usePageHead(position ? { ...positionHead(position), index: true } : { title: 'Position', index: false });
  return (
    <section className={styles.page} aria-labelledby="position">
      <h1 className={styles.heading} id="position">
        {position?.title ?? 'Position'}
      </h1>
      <LoadingRegion waiting={isLoading} status={isLoading ? 'Loading position' : ''}>
        {position === null && (
          <p role="alert">
            This position is closed, or could not be loaded. See <Link to="/careers">all open positions</Link>
            .
          </p>
        )}
        {position && (
          <>
            <p className={styles.position}>{position.place}</p>
            {position.photo && (
              <div className={styles.photo}>
                <Picture
                  owner={{ collection: 'careers', id }}
                  fileName={position.photo}
                  sizes="(min-width: 44rem) 40rem, 94vw"
                  fallback={NoPhoto}
                />
              </div>
            )}
            <div className={styles.text}>
              <Html html={position.text} />
            </div>
            <ApplicationForm position={position} />
          </>
        )}
      </LoadingRegion>
    </section>
  );
}
