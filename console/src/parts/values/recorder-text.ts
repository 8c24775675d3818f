import type { Texts } from '../../i18n/text.ts';

/** Who recorded a booking, in words: a person or partner by name, others by what they are. */
export function recorderText(recordedBy: string, name: string | null, text: Texts): string {
  if (name) return name;
  if (recordedBy === 'command line') return text.exchanges.byCommand;
  if (recordedBy.startsWith('administrator:')) return text.exchanges.byFormer;
  if (recordedBy.startsWith('member:')) return text.exchanges.byMember;
  if (recordedBy.startsWith('deputy:')) return text.exchanges.byDeputy;
  return text.exchanges.bySystem;
}
