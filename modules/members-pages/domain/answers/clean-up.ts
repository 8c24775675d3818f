/** The job that keeps answers, and the forms of listings, bounded. */
import { ago, DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import { inBatches, type Job } from '../../../../core/database/job.ts';
import { deleteOldAnswers, deleteOldListingForms } from './queries.ts';

/** Hours are recorded within a year of the help; until then the answer says what was agreed. */
const ANSWERS_KEPT_MS = 400 * DAY_MS;
/** A page that stayed open for longer makes a second listing. */
const FORMS_KEPT_MS = 7 * DAY_MS;

export const ANSWER_JOBS: readonly Job[] = [
  {
    name: 'delete old answers to listings',
    everyMs: HOUR_MS,
    async run({ database, clock }, signal) {
      const now = clock.now();
      await inBatches(signal, (limit) =>
        deleteOldAnswers(database.heavy, { before: ago(now, ANSWERS_KEPT_MS), limit }),
      );
      await inBatches(signal, (limit) =>
        deleteOldListingForms(database.heavy, { before: ago(now, FORMS_KEPT_MS), limit }),
      );
    },
  },
];
