import { CallLog } from '../parts/call-log.tsx';
import type { PartProps } from './part-props.ts';

export default function PartnerCalls({ partner }: PartProps) {
  return <CallLog partnerId={partner.id} />;
}
