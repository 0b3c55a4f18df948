/**
 * One run over one file: a member whose text and dependencies are those of the run before keeps its results, and any
 * other is parsed, typed and extracted.
 *
 * Sits in `analysis/`, under `analyzer.ts`, which keeps the results from run to run.
 */
import type { Offset } from '../base/units';
import type { NamedClass } from '../java/headers/class-names';
import type { Body, BodyText } from '../java/syntax/ast';
import { observeLookups } from '../java/types/lookups';
import type { ProgressHooks } from './advise-members';
import type { AnalysisOptions } from './analysis-options';
import { analyzeMember, type MemberAnalysis } from './analyze-member';
import type { DependencyView } from './dependencies';
import type { MemberRecord } from './file-operations';
import {
  implicitMembersOf,
  implicitPlaceOf,
  initialisationMembersOf,
  type PlacedNeeds,
} from './implicit-members';
import {
  implicitKey,
  isCurrent,
  type KeptMember,
  type LastMember,
  lastMember,
  type TextRun,
} from './kept-file';
import {
  identified,
  leftOutRecord,
  recordOf,
  type IdentifiedAnalysis,
  type KnownMember,
} from './member-records';
import type { MemberBody } from './members';
import { mapOperations, mapProblems } from './original-offsets';

export interface AnalysisHooks extends ProgressHooks {
  /** Members that can't be got through, by name: why, to go on after the name. */
  readonly leaveOut: ReadonlyMap<string, string>;
  /** Identities whose operations the caller holds already. */
  readonly known: ReadonlySet<string>;
  /** Takes each member as soon as it is done, in the order of the text. */
  readonly deliver: (member: MemberRecord | KnownMember) => void;
}

interface FileRunOptions extends TextRun {
  readonly options: AnalysisOptions;
  readonly hooks: AnalysisHooks;
  readonly view: DependencyView;
  readonly counters: { typed: number };
  readonly parse: (body: BodyText) => Body;
}

export class FileRun {
  /** The results of the members so far, by key. */
  readonly results = new Map<string, KeptMember>();
  readonly members: LastMember[] = [];
  private readonly needs: PlacedNeeds[] = [];
  private readonly run: FileRunOptions;

  constructor(run: FileRunOptions) {
    this.run = run;
  }

  recordsOf(member: MemberBody): readonly (MemberRecord | KnownMember)[] {
    const { decoded, hooks } = this.run;
    const last = lastMember(member, this.members.length, this.run);
    this.members.push(last);
    const reason = hooks.leaveOut.get(member.name);
    if (reason !== undefined) return [leftOutRecord(member, decoded, reason)];
    const kept = this.keptMember(last.key) ?? this.analyze(member);
    this.results.set(last.key, kept);
    const bodyStart = member.body.start;
    for (const { needs } of kept.results) if (needs !== undefined) this.needs.push({ needs, bodyStart });
    return kept.results.map((result, index) => {
      const [{ nameStart, start, end }, base] = index === 0 ? [member, 0] : [result.place, bodyStart];
      return recordOf(result, hooks.known, {
        nameStart: decoded.toOriginal(nameStart + base),
        start: decoded.toOriginal(start + base),
        end: decoded.toOriginal(end + base),
        bodyStart: last.start,
      });
    });
  }

  /** Records for the members that the classes have without any text of their own; asked for after all others. */
  unseenRecords(classes: readonly NamedClass[]): readonly (MemberRecord | KnownMember)[] {
    const { decoded, hooks, view } = this.run;
    const recordAt = (start: Offset, result: IdentifiedAnalysis): MemberRecord | KnownMember => {
      const at = decoded.toOriginal(start);
      return recordOf(result, hooks.known, { nameStart: at, start: at, end: at, bodyStart: at });
    };
    const ofClasses = classes.flatMap((named) => {
      const key = implicitKey(named);
      const kept = this.keptMember(key) ?? this.analyzeImplicit(named);
      this.results.set(key, kept);
      return kept.results.map((result) => recordAt(implicitPlaceOf(named), result));
    });
    const ofBodies = initialisationMembersOf(classes, this.needs, view.source);
    return [...ofClasses, ...ofBodies.map(({ start, member }) => recordAt(start, identified(member)))];
  }

  /** Results of the same text that still hold. */
  private keptMember(key: string): KeptMember | undefined {
    const { before, version, view } = this.run;
    const member = this.results.get(key) ?? before.results.get(key);
    return member !== undefined && isCurrent(member, version, view) ? member : undefined;
  }

  private analyzeImplicit(named: NamedClass): KeptMember {
    const { view, version } = this.run;
    const { source, lookups } = observeLookups(view.source, view.unit);
    const results = implicitMembersOf(named, source).map(identified);
    return { results, depends: lookups(), version };
  }

  private analyze(member: MemberBody): KeptMember {
    const { view, version, options, hooks, counters } = this.run;
    hooks.begin(member.name);
    const body = this.run.parse(member.body);
    counters.typed++;
    const { source, lookups } = observeLookups(view.source, view.unit);
    const unit = { unit: view.unit, signatures: source, text: this.run.decoded.text };
    const results = analyzeMember(member, body, { ...unit, options });
    return {
      results: results.map((result) => identified(this.inOriginalText(result, member))),
      depends: lookups(),
      version,
    };
  }

  private inOriginalText(result: MemberAnalysis, { body }: MemberBody): MemberAnalysis {
    const { decoded, text } = this.run;
    if (decoded.text === text) return result;
    return {
      ...result,
      operations: mapOperations(result.operations, decoded, body.start),
      problems: mapProblems(result.problems, decoded, body.start),
    };
  }
}
