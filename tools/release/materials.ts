/** The contents, as CycloneDX 1.5 lists them: each package with version, licence and checksum. */
import type { InstalledPackage } from './packages.ts';
import type { Architecture } from './stage.ts';

export interface Release {
  readonly version: string;
  readonly at: Date;
  readonly arch: Architecture;
  /** Its first eight digits; undefined: nobody knows. */
  readonly commit: string | undefined;
}

/** A name and a version, as package URLs write them. */
const purlOf = ({ name, version }: Pick<InstalledPackage, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** JSON; the same for the same packages. */
export function billOfMaterials({ version, at, arch }: Release, packages: readonly InstalledPackage[]): string {
  const root = `pkg:npm/timebank@${version}?arch=${arch}&os=linux`;
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'timebank',
        version,
        purl: root,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': `${purlOf(one)}#${one.path}`,
      name: one.name,
      version: one.version,
      purl: purlOf(one),
      hashes: [{ alg: 'SHA-512', content: digestOf(one) }],
      licenses: [/[ ()]/.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
    })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function digestOf({ name, integrity }: InstalledPackage): string {
  const [algorithm, digest = ''] = integrity.split('-');
  if (algorithm !== 'sha512') throw new Error(`${name} has a checksum of another kind: ${algorithm}.`);
  return Buffer.from(digest, 'base64').toString('hex');
}
