/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
export {};

declare module '../core/database/query.ts' {
  interface StatementTypes {
    select_administrator_hash: {
      parameters: { email: string };
      row: { readonly passwordHash: string };
    };
    select_demo_partner: {
      parameters: { communityId: number; name: string };
      row: { readonly id: number; readonly clientId: string };
    };
    select_live_secret: {
      parameters: { clientId: string; secretHash: Buffer; at: Date };
      row: { readonly communityId: number; readonly partnerId: number };
    };
    select_sample_member: {
      parameters: { communityId: number; externalId: string };
      row: { readonly id: string; readonly email: string | null; readonly paymentReference: string };
    };
    update_administrator_password: {
      parameters: { passwordHash: string; email: string };
      row: { readonly id: number };
    };
  }
}
