/** The job that keeps answers, and the forms of listings, bounded. */
import { DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import { deletion, type Job } from '../../../../core/database/job.ts';
import { deleteOldAnswers, deleteOldListingForms } from './queries.ts';

/** Hours are recorded within a year of the help; until then the answer says what was agreed. */
const ANSWERS_KEPT_MS = 400 * DAY_MS;
/** A page that stayed open for longer makes a second listing. */
const FORMS_KEPT_MS = 7 * DAY_MS;

export const ANSWER_JOBS: readonly Job[] = [
  deletion(
    'delete old answers to listings',
    HOUR_MS,
    [deleteOldAnswers, ANSWERS_KEPT_MS],
    [deleteOldListingForms, FORMS_KEPT_MS],
  ),
];
