/** The jobs that keep answers, the forms of listings, and members' sessions bounded. */
import { DAY_MS, HOUR_MS } from '../../../core/base/time.ts';
import { deletion, type Job } from '../../../core/database/job.ts';
import { deleteOldAnswers, deleteOldListingForms } from './answers/queries.ts';
import { deleteOldMemberSessions } from './member-access/queries.ts';
import { SESSION_MS_MAX } from './member-access/sign-in.ts';

/** Hours are recorded within a year of the help; until then the answer says what was agreed. */
const ANSWERS_KEPT_MS = 400 * DAY_MS;
/** A page that stayed open for longer makes a second listing. */
const FORMS_KEPT_MS = 7 * DAY_MS;

/** Letters stay: they say who has signed in, one row a letter. */
export const MEMBERS_PAGES_JOBS: readonly Job[] = [
  deletion(
    'delete old answers to listings',
    HOUR_MS,
    [deleteOldAnswers, ANSWERS_KEPT_MS],
    [deleteOldListingForms, FORMS_KEPT_MS],
  ),
  deletion("delete members' old sessions", HOUR_MS, [deleteOldMemberSessions, SESSION_MS_MAX]),
];
