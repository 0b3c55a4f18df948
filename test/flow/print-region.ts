/**
 * Regions and blocks as text, for tests: one line per block, indented by what
 * it stands in, with how often it runs.
 */
import type { MemberBlocks, Region } from '../../server/src/flow/source/region';

export function printRegion({ blocks, region }: MemberBlocks): string {
  const lines: string[] = [];
  visit(region, '');
  return lines.join('\n');

  function visit(part: Region, indent: string): void {
    switch (part.kind) {
      case 'block':
        lines.push(indent + (blocks[part.block]?.name ?? '?'));
        return;
      case 'sequence':
        for (const inner of part.regions) visit(inner, indent);
        return;
      case 'branch':
        for (const { region: inner, probability } of part.alternatives) {
          lines.push(`${indent}${rounded(probability)} ${part.basis}`);
          visit(inner, `${indent}  `);
        }
        return;
      case 'loop':
        lines.push(
          `${indent}loop ${rounded(part.trips)} ${part.basis}${part.testFirst ? '' : ', test last'}${part.leaves === undefined ? '' : `, left ${rounded(part.leaves)}`}`,
        );
        for (const inner of [part.test, part.body, part.update])
          if (inner !== undefined) visit(inner, `${indent}  `);
        return;
      case 'deferred':
        lines.push(`${indent}deferred ${part.times} ${part.basis}`);
        visit(part.region, `${indent}  `);
        return;
    }
  }
}

function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
