/**
 * Counts events per key over a sliding window, such as a minute: this minute's count plus the last one's, weighted by how
 * much of it still lies within 60 seconds, so that no minute's edge lets twice the limit through. In process and bounded.
 */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

interface Window {
  startedMs: number;
  current: number;
  previous: number;
}

export interface Throttle {
  /**
   * Counts one event. Returns the seconds until the key is below its limit again, 0 while it is not above.
   * @param keysLimit the key's own limit
   */
  count(key: string, nowMs: number, keysLimit?: number): number;
}

const WINDOW_MS = 60_000;
/** Keys kept; beyond that the one not counted for longest is forgotten. */
const KEYS_MAX = 20_000;

/** @param limit events per key and window that return 0; @param windowMs a minute */
export function createThrottle(limit: number, windowMs = WINDOW_MS): Throttle {
  const windows = new Map<string, Window>();

  function windowOf(key: string, nowMs: number): Window {
    const startedMs = nowMs - (nowMs % windowMs);
    const window = windows.get(key) ?? { startedMs, current: 0, previous: 0 };
    if (window.startedMs !== startedMs) {
      window.previous = window.startedMs === startedMs - windowMs ? window.current : 0;
      window.current = 0;
      window.startedMs = startedMs;
    }
    // Re-inserted, so that the map's order is that of the last count.
    windows.delete(key);
    windows.set(key, window);
    if (windows.size > KEYS_MAX) windows.delete(windows.keys().next().value as string);
    return window;
  }

  return {
    count(key, nowMs, keysLimit = limit) {
      const window = windowOf(key, nowMs);
      const elapsedMs = nowMs - window.startedMs;
      const before = window.previous * (1 - elapsedMs / windowMs) + window.current;
      window.current++;
      if (before + 1 <= keysLimit) return 0;
      return Math.max(1, Math.ceil(waitMs(window, keysLimit, elapsedMs, windowMs) / 1000));
    },
  };
}

/** Milliseconds until one more event fits, if none comes in between. */
function waitMs({ current, previous }: Window, limit: number, elapsedMs: number, windowMs: number): number {
  const room = limit - 1 - current;
  if (room >= 0) return windowMs * (1 - room / previous) - elapsedMs;
  return windowMs - elapsedMs + windowMs * (1 - (limit - 1) / current);
}

/** The address as it is counted: an IPv6 host has a whole /64 to itself, which counts as one address. */
export function throttleAddress(address: string): string {
  return groupsOf(address, 4);
}

/** The range of addresses that one site, or one stranger, may have: an IPv6 /48. */
export function wideAddress(address: string): string {
  return groupsOf(address, 3);
}

function groupsOf(address: string, groups: number): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, groups).join(':') : parsed.toString();
}
