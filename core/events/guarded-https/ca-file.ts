/** The certificates of WEBHOOK_CA_FILE. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../../base/config-error.ts';
import { fileAdvice } from '../../base/files.ts';
import { refusedBySystem } from '../../base/system-error.ts';

/** Reads WEBHOOK_CA_FILE. @throws ConfigError, SystemError when it cannot be read or holds no certificate */
export function readCaFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const pem = readFileNamedBy('WEBHOOK_CA_FILE', path);
  try {
    new X509Certificate(pem);
  } catch {
    throw new ConfigError(`WEBHOOK_CA_FILE is ${path}; it must be a PEM file of certificates.`);
  }
  return pem;
}

function readFileNamedBy(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refusedBySystem(`read ${setting} ${path}`, fileAdvice, error);
  }
}
