/** Days in Italian, with the article that fits: `l’8 maggio 2026`, `dal 3 maggio 2026`. */
import { italianDay } from '../../../../../console/pages/voice/voice.ts';

export const onDay = (day: string) => italianDay('il', day);
export const sinceDay = (day: string) => italianDay('dal', day);
export const toDay = (day: string) => italianDay('al', day);
export const ofDay = (day: string) => italianDay('del', day);
