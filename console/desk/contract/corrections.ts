/** How two credits that belong together are described. */
import { Type } from 'typebox';
import { nullable } from '../../../contract/src/values.ts';

/** How a credit and the one that replaces it name each other, for a person. */
export const CORRECTIONS = {
  corrects_reference: nullable(Type.String(), {
    description: 'Reference of the reversed credit it replaces, else null.',
  }),
  corrected_by_reference: nullable(Type.String(), {
    description: 'Reference of the credit that replaces it, else null.',
  }),
};
