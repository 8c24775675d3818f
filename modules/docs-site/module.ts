/** The documentation for partners: guides, reference, search. */
import type { Module } from '../../console/desk/module.ts';
import { registerGuides } from './guides.ts';

export const docsSiteModule: Module = {
  id: 'docs-site',
  pages: registerGuides,
};
