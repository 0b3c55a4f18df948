/**
 * One Maven project file (POM 4.0.0) as it is written, without inheritance or interpolation.
 *
 * Sits in `host/`. It reads only what decides about class paths, and only those profiles that are active
 * by default.
 */
import { messageOf } from '../../base/failure';
import { parseXml, XmlElement } from '@rgrove/parse-xml';

export interface Coordinates {
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: string;
}

export interface Dependency {
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: string | undefined;
  /** The type; `jar` if none is given. */
  readonly type: string;
  readonly classifier: string;
  readonly scope: string | undefined;
  readonly isOptional: boolean | undefined;
  readonly systemPath: string | undefined;
  /** `group:artifact`; either may be `*`. */
  readonly exclusions: readonly string[];
}

export interface Parent extends Coordinates {
  /** Absent for `../pom.xml`; empty for the repository only. */
  readonly relativePath: string | undefined;
}

export interface Pom {
  readonly groupId: string | undefined;
  readonly artifactId: string;
  readonly version: string | undefined;
  readonly packaging: string | undefined;
  readonly parent: Parent | undefined;
  readonly properties: ReadonlyMap<string, string>;
  readonly managed: readonly Dependency[];
  readonly dependencies: readonly Dependency[];
  readonly modules: readonly string[];
  readonly sourceDirectory: string | undefined;
  readonly testSourceDirectory: string | undefined;
  readonly outputDirectory: string | undefined;
  readonly testOutputDirectory: string | undefined;
  readonly buildDirectory: string | undefined;
  /** The new coordinates of an artifact that moved. */
  readonly relocation: Partial<Coordinates> | undefined;
}

export type ReadPom =
  { readonly ok: true; readonly pom: Pom } | { readonly ok: false; readonly message: string };

export function readPom(text: string): ReadPom {
  const xml = readXml(text);
  if (!xml.ok) return xml;
  const { root } = xml;
  const artifactId = textIn(root, 'artifactId');
  if (root.name !== 'project' || artifactId === undefined)
    return { ok: false, message: 'is no Maven project: it has no artifactId' };
  // A profile's declarations come after the project's, and win over them.
  const parts = [root, ...itemsOf(root, 'profiles', 'profile').filter(isActive)];
  const last = (...path: readonly string[]): string | undefined =>
    parts.map((part) => textIn(part, ...path)).findLast((text) => text !== undefined);
  const relocation = childOf(root, 'distributionManagement', 'relocation');
  const pom: Pom = {
    groupId: textIn(root, 'groupId'),
    artifactId,
    version: textIn(root, 'version'),
    packaging: textIn(root, 'packaging'),
    parent: parentOf(childOf(root, 'parent')),
    properties: new Map(parts.flatMap(propertiesOf)),
    managed: parts.flatMap((part) =>
      itemsOf(childOf(part, 'dependencyManagement'), 'dependencies', 'dependency').map(dependencyOf),
    ),
    dependencies: parts.flatMap((part) => itemsOf(part, 'dependencies', 'dependency').map(dependencyOf)),
    modules: parts.flatMap((part) => itemsOf(part, 'modules', 'module').map(({ text: name }) => name)),
    sourceDirectory: last('build', 'sourceDirectory'),
    testSourceDirectory: last('build', 'testSourceDirectory'),
    outputDirectory: last('build', 'outputDirectory'),
    testOutputDirectory: last('build', 'testOutputDirectory'),
    buildDirectory: last('build', 'directory'),
    relocation: relocation === undefined ? undefined : relocationOf(relocation),
  };
  return { ok: true, pom };
}

function isActive(profile: Element): boolean {
  return textIn(profile, 'activation', 'activeByDefault') === 'true';
}

function propertiesOf(part: Element): readonly (readonly [string, string])[] {
  return childOf(part, 'properties')?.children.map(({ name, text }) => [name, text] as const) ?? [];
}

function parentOf(element: Element | undefined): Parent | undefined {
  const relative = childOf(element, 'relativePath');
  const [groupId, artifactId, version] = ['groupId', 'artifactId', 'version'].map((name) =>
    textIn(element, name),
  );
  if (groupId === undefined || artifactId === undefined || version === undefined) return undefined;
  return { groupId, artifactId, version, relativePath: relative?.text };
}

function relocationOf(element: Element): Partial<Coordinates> {
  const entries = ['groupId', 'artifactId', 'version'].map((name) => [name, textIn(element, name)] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined));
}

function dependencyOf(element: Element): Dependency {
  const optional = textIn(element, 'optional');
  return {
    groupId: textIn(element, 'groupId') ?? '',
    artifactId: textIn(element, 'artifactId') ?? '',
    version: textIn(element, 'version'),
    type: textIn(element, 'type') ?? 'jar',
    classifier: textIn(element, 'classifier') ?? '',
    scope: textIn(element, 'scope'),
    isOptional: optional === undefined ? undefined : optional === 'true',
    systemPath: textIn(element, 'systemPath'),
    exclusions: itemsOf(element, 'exclusions', 'exclusion').map(
      (exclusion) => `${textIn(exclusion, 'groupId') ?? '*'}:${textIn(exclusion, 'artifactId') ?? '*'}`,
    ),
  };
}

/** An element of a build file in XML, as far as build files use them. */
interface Element {
  readonly name: string;
  /** The trimmed text, inner elements included. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

type ReadXml =
  { readonly ok: true; readonly root: Element } | { readonly ok: false; readonly message: string };

/**
 * Reads XML by parse-xml, which resolves nothing outside of the text. Undefined entities, which old poms have in
 * people's names, stay as texts.
 */
export function readXml(text: string): ReadXml {
  try {
    const { root } = parseXml(text.replace(/^\uFEFF/, ''), { ignoreUndefinedEntities: true });
    return root === null ? { ok: false, message: 'has no element' } : { ok: true, root: convert(root) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: 'has too many levels' };
    const [first = ''] = messageOf(error).split('\n');
    return { ok: false, message: `is no well-formed XML: ${first}` };
  }
}

function convert(element: XmlElement): Element {
  return {
    name: element.name.slice(element.name.indexOf(':') + 1),
    // The texts of all elements around others, made at once, would be as long as the file is deep.
    get text() {
      return element.text.trim();
    },
    attributes: element.attributes,
    children: element.children.filter((child) => child instanceof XmlElement).map(convert),
  };
}

function childOf(element: Element | undefined, ...path: readonly string[]): Element | undefined {
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
function itemsOf(element: Element | undefined, list: string, item: string): readonly Element[] {
  return childOf(element, list)?.children.filter((child) => child.name === item) ?? [];
}
