/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
export {};

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    begin_emptying: {
      parameters: { at: Date; communityId: number; moveId: string };
      row: { readonly id: number };
    };
    begin_leaving: {
      parameters: { moveId: string; moveWith: string; reason: string; communityId: number };
      row: { readonly id: number };
    };
    finish_leaving: {
      parameters: { movedTo: string; moveWith: string; communityId: number; moveId: string };
      row: { readonly id: number };
    };
    select_mapped_communities: {
      parameters: {  };
      row: { readonly id: number; readonly slug: string; readonly tag: string; readonly olderClientIds: readonly string[] };
    };
    select_mapped_community: {
      parameters: { slug: string };
      row: { readonly id: number; readonly slug: string; readonly tag: string; readonly olderClientIds: readonly string[] };
    };
    select_move_acts: {
      parameters: { subject: string; action: string; moveId: string };
      row: { readonly moveId: string | null };
    };
    select_moving_community: {
      parameters: { slug: string };
      row: { readonly id: number; readonly state: 'leaving' | 'arriving' | 'left' | 'copy' | null; readonly moveId: string | null; readonly movedTo: string | null; readonly moveWith: string | null; readonly isEmptied: boolean };
    };
    select_writers: {
      parameters: {  };
      row: { readonly writer: string };
    };
    settle: {
      parameters: { communityId: number; moveId: string };
      row: { readonly id: number };
    };
    update_tag: {
      parameters: { communityId: number };
      row: { readonly tag: string };
    };
  }
}
