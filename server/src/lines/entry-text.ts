/** The entry points that estimated calls begin at, in words. Sits in `lines/`, for reports and the editor. */
import { dottedName } from '../classfile/read/descriptors';
import type { EntryPoints } from '../flow/program/entry-points';
import type { EstimatedCalls } from './program-calls';
import { counted } from '../base/counted';

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

/** Sentences on classes whose calls are not certain. */
export function describeUncertain({ namesakes, circular }: EstimatedCalls): readonly string[] {
  return [...describeNamesakes(namesakes.list()), ...describeCircular(circular)];
}

const MOST_CLASSES = 3;

/** One sentence for all classes that are their own supertypes. */
function describeCircular(classes: EstimatedCalls['circular']): readonly string[] {
  if (classes.length === 0) return [];
  const more = classes.length - MOST_CLASSES;
  const others = more > 0 ? `, and ${counted(more, 'other class', 'other classes')}` : '';
  return [
    `circular: ${classes.slice(0, MOST_CLASSES).join(', ')}${others} extend or implement themselves; what they inherit is uncertain until one 'extends' is removed`,
  ];
}

/** One sentence for all classes that several files declare. */
function describeNamesakes(classes: ReturnType<EstimatedCalls['namesakes']['list']>): readonly string[] {
  const [first, ...others] = classes;
  if (first === undefined) return [];
  const more =
    others.length === 0 ? '' : `, and so for ${counted(others.length, 'other class', 'other classes')}`;
  const files = first.paths.length - 2;
  const paths = [...first.paths.slice(0, 2), ...(files > 0 ? [counted(files, 'other file')] : [])].join(
    ' and ',
  );
  return [
    `${dottedName(first.name)} is declared by ${paths}: calls reach the file itself or the nearest${more}`,
  ];
}
