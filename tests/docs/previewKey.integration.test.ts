import { expect, jest, test } from '@jest/globals';
import { openStore } from '@site/tools';
import { NO_S3, startS3 } from '@site/tools/testing/startS3';
import { addPreviewKey } from './testing/addPreviewKey';

jest.setTimeout(60_000);

const STORE = 's3://site/production';

/** What is said to somebody whose key may not do it. */
const refusal = (key: string) =>
  `refuses access to production/${key} in the bucket site (AccessDenied): check the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they are allowed to do (docs/pipeline.md).`;

(NO_S3 ? test.skip : test)(
  `with the key of previews nothing can be written but what previews are made of${NO_S3 ? `: ${NO_S3}` : ''}`,
  async () => {
    const s3 = await startS3();
    try {
      Object.assign(process.env, s3.environment);
      const everything = await openStore(STORE, '/');
      // A client reads its keys when it is first used.
      expect(await everything.list('history/')).toEqual([]);
      Object.assign(process.env, await addPreviewKey(s3));
      const previews = await openStore(STORE, '/');
      for (const key of [
        'history/99.json',
        'releases/1.json',
        'pictures/a.json',
        'prune/a.json',
        'heartbeat',
        'previews',
      ]) {
        await expect(previews.write(key, 'mine')).rejects.toThrow(refusal(key));
        await expect(previews.create(key, 'mine')).rejects.toThrow(refusal(key));
        expect(await everything.read(key)).toBeUndefined();
      }
      for (const folder of ['artifacts', 'assets', 'pages', 'data', 'previews']) {
        await previews.write(`${folder}/mine`, 'mine');
        expect((await previews.read(`${folder}/mine`))?.toString()).toBe('mine');
        if (folder === 'previews') await previews.remove(`${folder}/mine`);
        else await expect(previews.remove(`${folder}/mine`)).rejects.toThrow(refusal(`${folder}/mine`));
      }
      await everything.write('history/99.json', 'ours');
      await expect(previews.remove('history/99.json')).rejects.toThrow(refusal('history/99.json'));
    } finally {
      await s3.stop();
    }
  },
);
