/** The dependencies of what people of the office do at their screens. */
import type { FoldedAudit } from '../../core/change/audit/folded.ts';
import type { Deps } from '../../core/deps.ts';
import type { Passwords } from './password.ts';

export interface OfficeDeps extends Deps {
  readonly passwords: Passwords;
  /** Failed sign-ins, in the audit log. */
  readonly failedSignIns: FoldedAudit;
}
