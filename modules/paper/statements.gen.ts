/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
export {};

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    select_help: {
      parameters: { communityId: number; from: string; to: string; category?: string | undefined };
      row: { readonly exchanges: number; readonly seconds: number; readonly gave: number; readonly received: number; readonly people: number };
    };
    select_help_by_category: {
      parameters: { communityId: number; from: string; to: string; limit: number; category?: string | undefined };
      row: { readonly category: string | null; readonly exchanges: number; readonly seconds: number; readonly people: number; readonly gave: number; readonly received: number };
    };
    select_help_by_group: {
      parameters: { communityId: number; from: string; to: string; limit: number; category?: string | undefined };
      row: { readonly kind: 'age' | 'place' | 'quarter' | 'account'; readonly name: string | null; readonly people: number; readonly givenSeconds: number; readonly receivedSeconds: number };
    };
    select_help_by_month: {
      parameters: { communityId: number; from: string; to: string; limit: number; category?: string | undefined };
      row: { readonly month: string; readonly exchanges: number; readonly seconds: number };
    };
    select_members_by_field: {
      parameters: { communityId: number; withFile: boolean; to: string; limit: number };
      row: { readonly number: number; readonly field: string; readonly isQuarter: boolean; readonly name: string | null; readonly members: number };
    };
    select_other_figures: {
      parameters: { communityId: number; from: string; to: string; firstId: string; endId: string };
      row: { readonly gifts: number; readonly giftSeconds: number; readonly creditSeconds: number; readonly fundSeconds: number; readonly joined: number; readonly members: number; readonly left: number };
    };
    select_waits: {
      parameters: { communityId: number; from: string; to: string; category?: string | undefined };
      row: { readonly requests: number; readonly requestDays: number | null; readonly newcomers: number; readonly newcomerDays: number | null };
    };
  }
}
