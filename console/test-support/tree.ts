/** A page as the browser hands it to screen readers. */
import type { Page } from 'playwright-core';

export interface TreeNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly level: number | undefined;
}

/** What is not left out of the tree, in the order of the page. */
export async function readTree(page: Page): Promise<TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => {
      return {
        role: String(role?.value ?? ''),
        name: String(name?.value ?? '').trim(),
        description: String(description?.value ?? '').trim(),
        level: properties.find((one) => one.name === 'level')?.value.value as number | undefined,
      };
    });
}
