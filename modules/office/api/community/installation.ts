/** GET /installation, its kill switch, and GET /reference */
import { BASE_PATH, ERRORS, EVENT_KINDS, EVENT_TYPES, OPERATIONS, SCOPES, scopesOf } from '@timebank/contract';
import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import type { Deps } from '../../../../core/deps.ts';
import type {
  getInstallation,
  getReference,
  Installation,
  Reference,
  switchInstallation,
} from '../../contract/communities.ts';
import { selectInstallation } from '../../domain/communities/console-queries.ts';
import { switchInstallationApi } from '../../domain/communities/create.ts';
import { AUDIT_ACTIONS } from '../audit/actions.ts';
import { disabledReasonOf } from './switch.ts';

export const getInstallationHandler: ConsoleHandler<typeof getInstallation> = async ({ origin }, deps) => ({
  data: await presentInstallation(deps, origin),
});

export const switchInstallationHandler: ConsoleHandler<typeof switchInstallation> = async (call, deps) => {
  const { session, body, origin, address, requestId } = call;
  if (!session.isOperator) throw consoleRefusal('not_permitted', 'Only an operator of the installation may do this.');
  const actor = `administrator:${session.administratorId}`;
  await switchInstallationApi(deps, { actor, address, requestId }, disabledReasonOf(body));
  return { data: await presentInstallation(deps, origin) };
};

async function presentInstallation({ database, config }: Deps, origin: string): Promise<Installation> {
  const [row] = await selectInstallation(database.reads);
  const reason = row?.disabledReason ?? null;
  return {
    partner_api: { enabled: reason === null, reason },
    partner_api_url: origin + BASE_PATH,
    docs_url: `${origin}/docs`,
    mode: config.mode,
  };
}

export const getReferenceHandler: ConsoleHandler<typeof getReference> = async () => ({ data: REFERENCE });

const REFERENCE: Reference = {
  scopes: [...SCOPES],
  operations: OPERATIONS.map((operation) => {
    const { id, method, path, summary } = operation;
    return { id, method, path, summary, scopes: [...scopesOf(operation)] };
  }),
  errors: Object.entries(ERRORS).map(([code, { status, when, action }]) => ({ code, status, when, action })),
  event_types: EVENT_TYPES.map((type) => ({
    type,
    description: EVENT_KINDS[type].description,
    scopes: [...EVENT_KINDS[type].scopes],
  })),
  audit_actions: [...AUDIT_ACTIONS],
};
