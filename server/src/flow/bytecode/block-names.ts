/** How a block is named to people: `CCGrid3D.blit()#for_1`, after section 6.3 of Li and Gallagher. Sits in `flow/`. */
import type { Block } from '../source/region';

/** `method` as shown elsewhere: `CCGrid3D.blit()`. */
export function displayBlockName(method: string, block: Pick<Block, 'name'>): string {
  return `${method}#${block.name}`;
}
