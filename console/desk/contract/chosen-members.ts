/** Members whom a request names one by one. */
import { Type } from 'typebox';
import { idText } from '../../../contract/src/values.ts';
import { CHOSEN_MAX } from './routes.ts';

export const chosenMembers = () =>
  Type.Array(idText('A member.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'), { minItems: 1, maxItems: CHOSEN_MAX });
