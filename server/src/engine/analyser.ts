/**
 * Text to operations, for one file at a time: split, parse, type, divide into
 * blocks, extract.
 *
 * Sits in `engine/` and runs inside an analysis worker. Holds the headers of
 * the whole workspace and the syntax trees of the files seen last. Invariant:
 * editing one body leaves every other member's operations as they were; a
 * changed header makes all members be typed anew, from the trees kept.
 */
import { divideIntoBlocks } from '../flow/source-blocks';
import type { FrequencyAssumptions } from '../flow/region';
import type { SignatureSource } from '../classfile/class-signature';
import { combineSources } from '../classfile/signature-sources';
import type { Body, BodyRoot } from '../java/ast';
import { createBodyParser } from '../java/body-parser';
import { parseDeclarations } from '../java/declarations';
import { typeBody } from '../java/typing/type-body';
import type { Typing, TypingContext } from '../java/typing/typing';
import { createWorkspaceSignatures } from '../java/workspace-signatures';
import { decodeUnicodeEscapes } from '../java/unicode-escapes';
import { extractOperations } from '../operations/extract-source';
import { nestedMembers } from '../operations/nested-members';
import type { FileOperations, LocatedProblem, MemberRecord } from './file-operations';
import { hashText } from './hash';
import { listMemberBodies, type MemberBody } from './members';

export interface AnalysisOptions {
  readonly assumptions: FrequencyAssumptions;
}
