/**
 * The elements of a build file in XML, as far as build files use them.
 *
 * Sits in `host/`, over parse-xml, which resolves nothing outside of the text. Undefined entities, which
 * old poms have in people's names, stay as texts.
 */
import { parseXml, XmlElement } from '@rgrove/parse-xml';

export interface Element {
  readonly name: string;
  /** The trimmed text, inner elements included. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

export type ReadXml =
  { readonly ok: true; readonly root: Element } | { readonly ok: false; readonly message: string };

export function readXml(text: string): ReadXml {
  try {
    const { root } = parseXml(text.replace(/^\uFEFF/, ''), { ignoreUndefinedEntities: true });
    return root === null ? { ok: false, message: 'has no element' } : { ok: true, root: convert(root) };
  } catch (error) {
    // XML nested too deeply for the stack is bad XML, just as a missing bracket is.
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { ok: false, message: `is no well-formed XML: ${first}` };
  }
}

function convert(element: XmlElement): Element {
  return {
    name: element.name.slice(element.name.indexOf(':') + 1),
    text: element.text.trim(),
    attributes: element.attributes,
    children: element.children.filter((child) => child instanceof XmlElement).map(convert),
  };
}

export function childOf(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (current, name) => current?.children.find((child) => child.name === name),
    element,
  );
}

/** Undefined if the element is missing or empty. */
export function textIn(element: Element | undefined, ...path: readonly string[]): string | undefined {
  const text = childOf(element, ...path)?.text;
  return text === '' ? undefined : text;
}

/** The elements inside of a list, such as each `dependency` of `dependencies`. */
export function itemsOf(element: Element | undefined, list: string, item: string): readonly Element[] {
  return childOf(element, list)?.children.filter((child) => child.name === item) ?? [];
}
