/** The entry points that estimated calls begin at, in words. Sits in `lines/`, for reports and the editor. */
import type { EntryPoints } from '../flow/program/entry-points';
import { formatCount } from '../words/energy-text';

/** "main of org.x.Main and 2 others, 500 test methods with less weight" */
export function describeEntryPoints({ basis, first, count, handlers, tests }: EntryPoints): string {
  const others = count > 1 ? ` and ${counted(count - 1, 'other')}` : '';
  const parts: string[] = [];
  if (basis === 'main') parts.push(`main of ${first.slice(0, first.lastIndexOf('.'))}${others}`);
  if (basis === 'set') parts.push(`${first}${others}`);
  if (basis === 'handler') parts.push(`${first}${others}, called by a framework`);
  if (basis === 'library')
    parts.push(count === 0 ? 'methods that no other one calls' : counted(count, 'public method'));
  if (handlers > 0) parts.push(`${counted(handlers, 'method')} called by a framework`);
  if (tests > 0)
    parts.push(`${counted(tests, 'test method')}${basis === 'library' ? '' : ' with less weight'}`);
  return parts.join(', ');
}

/** One sentence for each pattern that no method fits. */
export function describeUnmatched({ unmatched }: EntryPoints): readonly string[] {
  return unmatched.map(({ pattern, nearest }) => {
    const meant = nearest.length === 0 ? '' : `; similar names: ${nearest.join(', ')}`;
    return `no method fits the entry point "${pattern}"${meant}`;
  });
}

function counted(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;
}
