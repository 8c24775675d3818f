/** What a community builds around the core: a folder that a person would name, and could carry out. */
import type { Hooks } from '../../core/change/hooks.ts';
import type { Job } from '../../core/database/job.ts';
import type { Deps } from '../../core/deps.ts';
import type { Api } from '../../core/http/route.ts';
import type { ServedOperation } from './served-operation.ts';
import type { Uploads } from './uploads.ts';

/** Works beside the requests. */
export interface RunningPart {
  /** There may be something to do. */
  wake(): void;
  /** Ends within seconds. */
  stop(): Promise<void>;
}

/** What tests give instead. */
export interface PageOptions {
  /** The built front end; undefined: where `npm ci` puts it. */
  readonly consoleFolder?: string;
}

/** Where a part that is started finds the rest of the service. */
export interface PartSurroundings {
  /** Of links: PUBLIC_URL, else where the service listens. */
  readonly origin: string;
  /** When the newest backup was made; undefined: the service makes none. */
  readonly lastBackupAt: (() => Promise<Date | undefined>) | undefined;
}

/** A module, as the service puts it together: `service/modules.ts` is the list. */
export interface Module {
  /** The name of its folder. */
  readonly id: string;
  /** Its operations of the console with their handlers; called once for each application. */
  readonly operations?: (uploads: Uploads) => readonly ServedOperation[];
  /** Registers its pages and files. */
  readonly pages?: (api: Api, options: PageOptions) => void;
  /** Its repeating jobs. */
  readonly jobs?: (hooks: Hooks) => readonly Job[];
  /** What it adds to acts of the core, in the order in which it locks rows. */
  readonly hooks?: readonly Partial<Hooks>[];
  /** Starts what works beside the requests; called once the service is ready. */
  readonly start?: (deps: Deps, surroundings: PartSurroundings) => RunningPart;
}
