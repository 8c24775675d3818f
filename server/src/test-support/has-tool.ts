import { execFileSync } from 'node:child_process';
import { childEnvironment } from './child-environment.ts';

/** Whether this machine has the program: tests that need it are skipped by name where it has not. */
export function hasTool(name: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${name}`], { env: childEnvironment(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
